import { once } from "node:events";
import { statSync } from "node:fs";
import { mkdir, readdir, readFile, rename, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";

import { withJournal } from "../../../client/cli/state/state.js";
import { LEASE_MS } from "../../../client/core/lock/processMutex.js";
import { useProgram } from "../processes.js";

/** Runs that begin at the same moment, and how often. Each is killed while it sends, so the next find what it left. */
const AT_ONCE = 6;
const ROUNDS = 3;

const program = useProgram(
  `import { appendFileSync } from "node:fs";
  import { setTimeout as sleep } from "node:timers/promises";
  import { withJournal } from "./state.js";
  const [, , folder, log] = process.argv;
  const write = (what) => appendFileSync(log, what + " " + process.pid + "\\n");
  process.stdin.once("data", () => withJournal(folder, async () => {
    write("begins");
    await sleep(20);
    write("ends");
    process.kill(process.pid, "SIGKILL");
  }).catch(({ message }) => {
    write(message.startsWith("Another run") ? "gives way" : message);
    process.exit();
  }));`,
  join(import.meta.dirname, "../../../client/cli/state"),
);

it("has one run at a time, however many begin at once and whatever killed ones left", async () => {
  const [state, log] = [join(program().folder, "state"), join(program().folder, "log")];
  await mkdir(state);
  for (let round = 0; round < ROUNDS; round++) {
    const runs = Array.from({ length: AT_ONCE }, () => program().start(state, log));
    const ended = runs.map((run) => once(run, "exit"));
    for (const { stdin } of runs) stdin.write("go");
    await Promise.all(ended);
  }
  const lines = (await readFile(log, "utf8")).trim().split("\n");
  expect(lines.filter((line) => !/^(?:begins|ends|gives way) \d+$/.test(line))).toEqual([]);
  const sending = lines.filter((line) => /^(?:begins|ends)/.test(line));
  expect(sending.length).toBeGreaterThan(0);
  for (const [at, line] of sending.entries())
    if (at % 2 === 0) expect(sending[at + 1]).toBe(line.replace("begins", "ends"));
});

/** Has a run killed while it sends. @returns its process id, and the one file that it leaves. */
async function killedRun(
  name: string,
): Promise<{ readonly state: string; readonly pid: string; readonly left: string }> {
  const state = join(program().folder, name);
  await mkdir(state);
  const run = program().start(state, join(program().folder, `${name} log`));
  run.stdin.write("go");
  await once(run, "exit");
  const [left = "", ...others] = await readdir(state);
  expect(others).toEqual([]);
  return { state, pid: String(run.pid), left };
}

/** Makes the file of a run one that no one has touched for an hour. */
function age(...file: readonly string[]): Promise<void> {
  const long = new Date(Date.now() - 3_600_000);
  return utimes(join(...file), long, long);
}

async function runIn(state: string): Promise<string> {
  return withJournal(state, () => Promise.resolve("done")).catch((error: unknown) => String(error));
}

it("goes on where a killed run left its file, and leaves nothing", async () => {
  const { state } = await killedRun("killed");
  expect(await runIn(state)).toBe("done");
  expect(await readdir(state)).toEqual([]);
});

it("goes on where another process has the number of the killed run by now", async () => {
  const { state, pid, left } = await killedRun("number");
  const reused = left.replace(`-${pid}`, `-${process.ppid}`);
  await rename(join(state, left), join(state, reused));
  // Where the system doesn't tell when a process started, that takes a minute.
  if (process.platform !== "linux") await age(state, reused);
  expect([await runIn(state), await readdir(state)]).toEqual(["done", []]);
});

it("gives way to a run of another machine, as long as that shows that it has not ended", async () => {
  const { state, left } = await killedRun("elsewhere");
  const other = left.replace(/-\w{16}-/, `-${"0".repeat(16)}-`);
  await rename(join(state, left), join(state, other));
  expect(await runIn(state)).toBe(
    `Error: Another run of vaultconn is sending updates for the same files. Wait until it ends. If none is running, delete ${join(state, other)}.`,
  );
  expect(await readdir(state)).toEqual([other]);
  await age(state, other);
  expect([await runIn(state), await readdir(state)]).toEqual(["done", []]);
});

it("gives way to one that runs, which shows other machines that it does", async () => {
  const state = join(program().folder, "busy");
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await withJournal(state, async () => {
    const [running = ""] = await readdir(state);
    await age(state, running);
    expect(await runIn(state)).toContain(`delete ${join(state, running)}.`);
    vi.advanceTimersByTime(LEASE_MS / 2);
    await vi.waitUntil(() => Date.now() - statSync(join(state, running)).mtimeMs < LEASE_MS, { timeout: 60_000 });
  });
  vi.useRealTimers();
  expect(await readdir(state)).toEqual([]);
});
