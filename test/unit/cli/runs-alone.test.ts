import { once } from "node:events";
import { statSync } from "node:fs";
import { mkdir, readdir, rename, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";

import { withJournal } from "../../../client/cli/state/state.js";
import { LEASE_MS } from "../../../client/core/storage/processMutex.js";
import { useProgram } from "../processes.js";

/** A run that is killed while it sends. */
const program = useProgram(
  `import { withJournal } from "./state.js";
  void withJournal(process.argv[2], () => process.kill(process.pid, "SIGKILL"));`,
  join(import.meta.dirname, "../../../client/cli/state"),
);

/** Has a run killed while it sends. @returns its process id, and the one file that it leaves. */
async function killedRun(name: string) {
  const state = join(program().folder, name);
  await mkdir(state);
  const run = program().start(state);
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

it("continues if another process now has the killed run's number", async () => {
  const { state, pid, left } = await killedRun("number");
  const reused = left.replace(`-${pid}`, `-${process.ppid}`);
  await rename(join(state, left), join(state, reused));
  // Where the system doesn't tell when a process started, that takes a minute.
  if (process.platform !== "linux") await age(state, reused);
  expect([await runIn(state), await readdir(state)]).toEqual(["done", []]);
});

it("waits for a run on another computer until that has ended", async () => {
  const { state, left } = await killedRun("elsewhere");
  const other = left.replace(/-\w{16}-/, `-${"0".repeat(16)}-`);
  await rename(join(state, left), join(state, other));
  expect(await runIn(state)).toBe(
    `Error: Another run of vaultconn is planning or sending updates for the same files. Wait until it ends. If none is running, delete ${join(state, other)}.`,
  );
  expect(await readdir(state)).toEqual([other]);
  await age(state, other);
  expect([await runIn(state), await readdir(state)]).toEqual(["done", []]);
});

it("waits for a run, which shows other computers that it's running", async () => {
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
