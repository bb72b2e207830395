import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stateFolder } from "../../../client/cli/state/state.js";
import { openLock } from "../../../client/cli/state/lockKeeper.js";
import { entryOf } from "../../unit/lock/entries.js";
import { service } from "../client/support.js";
import { bundled, start } from "./process.js";
import { Repository } from "./support.js";

const UPDATE = { operation: "update" } as const;
const APPLY = ["apply", "--auto", "--yes"] as const;

const bundle = bundled();

const UNREADABLE: readonly (readonly [what: string, why: string, make: (at: string) => unknown])[] = [
  ["a pipe", "it isn't a regular file", (at) => execFileSync("mkfifo", [at])],
  [
    "too large",
    "it's larger than 5 MB",
    (at) => {
      writeFileSync(at, " ".repeat(5 * 1024 * 1024 + 1));
    },
  ],
  [
    "nested 100,000 levels deep",
    "it has an unexpected format",
    (at) => {
      writeFileSync(at, "[".repeat(100_000));
    },
  ],
];

it.each(UNREADABLE)("names a lock file that is %s, and asks nothing of a service", async (_, why, make) => {
  const to = await service();
  const repository = new Repository(to);
  repository.setup(0);
  make(repository.lockFile);
  for (const command of [["plan"], APPLY, ["drift"]]) {
    const { code, stderr } = await repository.cli(command);
    expect({ code, stderr }).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`: ${why}. Restore it`) as string,
    });
    expect(stderr).toMatch(/^vaultconn\.lock\.json /);
  }
  expect(to.requests.all()).toEqual([]);
});

it("reports the outcome, and that the lock file could not be written", async () => {
  const to = await service();
  const repository = new Repository(to);
  repository.setup(0, { name: "New" });
  to.faults.add({ kind: "hold", name: "sending", when: "after" }, UPDATE);
  const applying = repository.cli(APPLY);
  await to.faults.held("sending");
  mkdirSync(repository.lockFile);
  to.faults.release("sending");
  const { code, stdout, stderr } = await applying;
  expect(stdout).toContain("1 applied, 0 not applied, 0 unknown");
  expect(stderr).toContain("The lock file wasn't written: it isn't a regular file. The outcomes don't change.\n");
  expect(code).toBe(4);
});

it("reports the outcome, though the folder for the journal became a file", async () => {
  const to = await service();
  const repository = new Repository(to);
  repository.setup(0, { name: "New" });
  const state = join(repository.outside, "state");
  to.faults.add({ kind: "hold", name: "sending", when: "after" }, UPDATE);
  const applying = repository.cli(APPLY);
  await to.faults.held("sending");
  rmSync(state, { recursive: true });
  writeFileSync(state, "");
  to.faults.release("sending");
  expect(await applying).toMatchObject({ code: 0, stdout: expect.stringContaining("1 applied") as string });
});

it("stops at a pipe in the place of the journal, and doesn't wait for it", async () => {
  const repository = new Repository(await service());
  repository.setup(0, { name: "New" });
  const folder = stateFolder(repository.root, { env: repository.environment() });
  mkdirSync(folder, { recursive: true });
  execFileSync("mkfifo", [join(folder, "pushes-under-way.json")]);
  expect(await repository.cli(["plan"])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("pushes-under-way.json") as string,
  });
});

it("writes what it could not write with the next line", async () => {
  const repository = new Repository(await service());
  const lock = await openLock(repository.root);
  mkdirSync(lock.file);
  await lock.put(entryOf(1));
  expect(lock.trouble).toBe("it isn't a regular file");
  rmSync(lock.file, { recursive: true });
  await lock.put(entryOf(2));
  expect(lock.trouble).toBeUndefined();
  expect((await repository.lock()).map(({ id }) => id).sort()).toEqual(["ac_1", "ac_2"]);
});

it("reports the outcome and ends where the drive of the lock file does not answer any more", async () => {
  const to = await service();
  const repository = new Repository(to);
  for (const at of [0, 1]) repository.setup(at, { name: `New ${at}` });
  // A thread that opens a pipe waits for someone to write, as it would for a server that is gone.
  execFileSync("mkfifo", [join(repository.outside, "pipe")]);
  const drive = join(repository.outside, "drive.cjs");
  writeFileSync(
    drive,
    `const files = require("node:fs/promises");
    const { open } = files;
    // What takes seconds takes a hundredth of that.
    const timers = require("node:timers/promises");
    const { setTimeout } = timers;
    timers.setTimeout = (milliseconds, ...more) => setTimeout(milliseconds / 100, ...more);
    files.open = (file, flags) =>
      flags === "wx" && file.includes("vaultconn.lock.json") ? open(${JSON.stringify(join(repository.outside, "pipe"))}) : open(file, flags);`,
  );
  const { ended } = start(bundle(), repository, APPLY, { NODE_OPTIONS: `--require ${drive}` });
  const { signal, stdout, stderr } = await ended;
  expect(stdout).toContain("2 applied, 0 not applied, 0 unknown");
  expect(stderr).toContain("The lock file wasn't written: its drive doesn't respond. The outcomes don't change.\n");
  expect(signal).toBe("SIGKILL");
});
