import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

import { withJournal } from "../../../client/cli/state/state.js";
import { useProgram } from "../processes.js";

/** Runs that begin at the same moment, and how often. Each is killed while it sends, so the next find what it left. */
const AT_ONCE = 6;
const ROUNDS = 5;

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

it("goes on where a killed run left its file, and leaves nothing", async () => {
  const state = join(program().folder, "killed");
  await mkdir(state);
  const child = spawn(process.execPath, ["--eval", ""]);
  await once(child, "exit");
  await writeFile(join(state, `running-${child.pid ?? 0}`), "");
  expect(await withJournal(state, () => Promise.resolve("done"))).toBe("done");
  expect(await readdir(state)).toEqual([]);
});

it("gives way to one that runs", async () => {
  const state = join(program().folder, "busy");
  await mkdir(state);
  await writeFile(join(state, `running-${process.ppid}`), "");
  await expect(withJournal(state, () => Promise.resolve())).rejects.toThrow("Another run of vaultconn");
  expect(await readdir(state)).toEqual([`running-${process.ppid}`]);
});
