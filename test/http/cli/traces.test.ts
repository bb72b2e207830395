import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { canary, openService } from "../client/support.js";
import type { Service } from "../../service/service.js";
import { bundled } from "./process.js";
import { BEARER, Repository, SECRET, APPLY, UPDATE } from "./support.js";

const LINUX = process.platform === "linux";
/** Whether core files go into the folder of the process, and to no collector. */
const CORES_HERE = LINUX && /^[^|/]/.test(readFileSync("/proc/sys/kernel/core_pattern", "utf8"));
/** Holds what the command holds, and does nothing about it. */
const CARELESS = ["-e", 'process.kill(process.pid, "SIGABRT"); setInterval(() => undefined, 1000)'];

const bundle = bundled();

let service: Service;
let repository: Repository;
beforeEach(async () => {
  service = await openService();
  repository = new Repository(service);
  repository.setup(0, { setup: BEARER });
});

/**
 * Runs a program that a signal ends, in a folder of its own, where it may leave core files of any size.
 * @param end is called with the process, once it runs.
 * @returns what it left there, byte by byte
 */
async function remainsOf(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  end: (child: ChildProcess) => Promise<void>,
): Promise<readonly string[]> {
  const cwd = join(repository.outside, `remains of ${args.length}`);
  mkdirSync(cwd);
  const child = spawn("sh", ["-c", 'ulimit -c unlimited; exec "$@"', "sh", process.execPath, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...repository.environment(env) },
    stdio: "ignore",
  });
  try {
    const exited = once(child, "exit");
    await end(child);
    await exited;
  } finally {
    child.kill("SIGKILL");
  }
  return readdirSync(cwd).map((file) => readFileSync(join(cwd, file), "latin1"));
}

/** Runs the command until it has sent what it will get no answer to, and has a signal end it. */
function remainsAfter(signal: NodeJS.Signals, env: NodeJS.ProcessEnv, look: (pid: number) => void = () => undefined) {
  service.faults.add({ kind: "silence", how: "hang", when: "before" }, UPDATE);
  const apply = [bundle(), ...APPLY, "--root", repository.root];
  return remainsOf(apply, env, async (child) => {
    await service.requests.waitFor(UPDATE);
    look(child.pid ?? 0);
    child.kill(signal);
  });
}

it("leaves no secret in a core file when it crashes", async () => {
  let filter = "";
  const remains = await remainsAfter("SIGABRT", {}, (pid) => {
    if (LINUX) filter = readFileSync(`/proc/${pid}/coredump_filter`, "utf8");
  });
  canary.saw(...remains);
  expect(filter).toBe(LINUX ? "00000000\n" : "");
  expect(remains).toHaveLength(CORES_HERE ? 1 : 0);
  // Where core files are seen at all, a program that takes no care leaves the secret in one.
  const careless = await remainsOf(CARELESS, {}, () => Promise.resolve());
  expect(careless.map((core) => core.includes(SECRET))).toEqual(CORES_HERE ? [true] : []);
});

it("writes no report of Node's, which would include the environment", async () => {
  // Without a report to write, the signal ends the process.
  const remains = await remainsAfter("SIGUSR2", { NODE_OPTIONS: "--report-on-signal" });
  expect(remains).toEqual([]);
});

it("turns off all of Node's reports", async () => {
  const probe = join(repository.outside, "probe.cjs");
  const ask = "JSON.stringify([report.reportOnFatalError, report.reportOnSignal, report.reportOnUncaughtException])";
  const tell = `process.on("exit", () => require("fs").writeFileSync("told", told() + " " + before))`;
  writeFileSync(probe, `const { report } = process; const told = () => ${ask}; const before = told(); ${tell};`);
  const occasions = "--report-on-fatalerror --report-on-signal --report-uncaught-exception";
  const env = { NODE_OPTIONS: `${occasions} --require "${probe}"` };
  const told = await remainsOf([bundle(), "--help"], env, () => Promise.resolve());
  expect(told).toEqual(["[false,false,false] [true,true,true]"]);
});
