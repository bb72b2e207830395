import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { canary, openService, UPDATE } from "../client/support.js";
import type { Service } from "../../service/service.js";
import { CLI } from "./process.js";
import { BEARER, Repository, SECRET, APPLY } from "./support.js";

const LINUX = process.platform === "linux";
/** Whether core files go into the folder of the process, and to no collector. */
const CORES_HERE = LINUX && /^[^|/]/.test(readFileSync("/proc/sys/kernel/core_pattern", "utf8"));
/** Holds what the command holds, and does nothing about it. */
const CARELESS = ["-e", 'process.kill(process.pid, "SIGABRT"); setInterval(() => undefined, 1000)'];

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
): Promise<readonly Buffer[]> {
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
  return readdirSync(cwd).map((file) => readFileSync(join(cwd, file)));
}

it("leaves no secret in a core file when it crashes", async () => {
  let filter = "";
  service.faults.add({ kind: "silence", how: "hang", when: "before" }, UPDATE);
  const remains = await remainsOf([CLI, ...APPLY, "--root", repository.root], {}, async (child) => {
    await service.requests.waitFor(UPDATE);
    if (LINUX) filter = readFileSync(`/proc/${child.pid ?? 0}/coredump_filter`, "utf8");
    child.kill("SIGABRT");
  });
  canary.saw(...remains.map((core) => core.toString("latin1")));
  expect(filter).toBe(LINUX ? "00000000\n" : "");
  expect(remains).toHaveLength(CORES_HERE ? 1 : 0);
  // Where core files are seen at all, a program that takes no care leaves the secret in one.
  const careless = await remainsOf(CARELESS, {}, () => Promise.resolve());
  expect(careless.map((core) => core.includes(SECRET))).toEqual(CORES_HERE ? [true] : []);
});

it("turns off all of Node's reports", async () => {
  const probe = join(repository.outside, "probe.cjs");
  const ask = "JSON.stringify([report.reportOnFatalError, report.reportOnSignal, report.reportOnUncaughtException])";
  const tell = `process.on("exit", () => require("fs").writeFileSync("told", told() + " " + before))`;
  writeFileSync(probe, `const { report } = process; const told = () => ${ask}; const before = told(); ${tell};`);
  const occasions = "--report-on-fatalerror --report-on-signal --report-uncaught-exception";
  const env = { NODE_OPTIONS: `${occasions} --require "${probe}"` };
  const told = await remainsOf([CLI, "--help"], env, () => Promise.resolve());
  expect(told.map(String)).toEqual(["[false,false,false] [true,true,true]"]);
});
