import { once } from "node:events";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

import type { LockEntry } from "../../../client/src/lock/lockEntry.js";
import { lockKey, lockText } from "../../../client/src/lock/lockFile.js";
import { changeLock, readLock, type LockTrouble } from "../../../client/src/lock/lockStore.js";
import { useProgram } from "../processes.js";
import { entryOf } from "./entries.js";

/** Processes that write one lock file, each four lines at once, as an editor and pipelines do. */
const PROCESSES = 3;
const LINES = 40;

const program = useProgram(
  `import { lockKey } from "../../../client/src/lock/lockFile.js";
  import { changeLock } from "../../../client/src/lock/lockStore.js";
  import { entryOf } from "./entries.js";
  const [, , file = "", first, count] = process.argv;
  async function put(number: number): Promise<void> {
    const entry = entryOf(number);
    const trouble = await changeLock(file, (entries) => Boolean(entries.set(lockKey(entry), entry)), true);
    if (trouble) console.log(number, trouble);
  }
  async function run(): Promise<void> {
    for (let at = 0; at < Number(count); at += 4)
      await Promise.all([0, 1, 2, 3].map((next) => put(Number(first) + at + next)));
  }
  void run();`,
  import.meta.dirname,
);

/** A lock file in a folder of its own, which is not there yet. */
async function lockFile(name: string): Promise<string> {
  await mkdir(join(program().folder, name));
  return join(program().folder, name, "vaultconn.lock.json");
}

function put(file: string, entry: LockEntry): Promise<LockTrouble | undefined> {
  return changeLock(file, (entries) => Boolean(entries.set(lockKey(entry), entry)), true);
}

async function keysIn(file: string): Promise<readonly string[] | undefined> {
  const reading = await readLock(file);
  return reading?.ok === true ? reading.entries.map(lockKey).sort() : undefined;
}

it("keeps every line of all that write at the same time, and leaves nothing beside it", async () => {
  const file = await lockFile("together");
  const runs = Array.from({ length: PROCESSES }, (_, at) => program().start(file, String(at * LINES), String(LINES)));
  const said = await Promise.all(
    runs.map(async (run) => {
      const [lines] = await Promise.all([text(run.stdout), once(run, "exit")]);
      return lines;
    }),
  );
  expect(said.join("")).toBe("");
  const all = Array.from({ length: PROCESSES * LINES }, (_, number) => lockKey(entryOf(number)));
  expect(await keysIn(file)).toEqual(all.sort());
  expect(await readdir(join(file, ".."))).toEqual(["vaultconn.lock.json"]);
});

it("goes on where a writer ended in the middle of it", async () => {
  const file = await lockFile("stale");
  await writeFile(`${file}.new`, "half of");
  const long = new Date(Date.now() - 60_000);
  await utimes(`${file}.new`, long, long);
  expect(await put(file, entryOf(1))).toBeUndefined();
  expect(await keysIn(file)).toEqual([lockKey(entryOf(1))]);
});

it("begins anew where somebody took its place while it was asleep, with the line of that one", async () => {
  const file = await lockFile("asleep");
  let times = 0;
  const trouble = await changeLock(
    file,
    (entries) => {
      if (times++ === 0) {
        rmSync(`${file}.new`);
        writeFileSync(`${file}.new`, lockText([entryOf(2)]));
        setTimeout(() => {
          renameSync(`${file}.new`, file);
        }, 50);
      }
      return Boolean(entries.set(lockKey(entryOf(1)), entryOf(1)));
    },
    true,
  );
  expect([trouble, times]).toEqual([undefined, 2]);
  expect(await keysIn(file)).toEqual([entryOf(1), entryOf(2)].map(lockKey).sort());
});
