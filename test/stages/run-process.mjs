import { spawn } from "node:child_process";

import { ROOT } from "../../scripts/folders.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Runs a program with its output on this process's own, and stops it when it takes too long.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ timeoutMs: number, env?: Record<string, string> }} options
 * @returns {Promise<number>} its exit code; 1 when a signal ended it, 124 when it took too long
 */
export function runProcess(command, args, { timeoutMs, env = {} }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
      shell: process.platform === "win32" && !command.includes("\\"),
    });
    running.add(child);
    let tookTooLong = false;
    const timer = setTimeout(() => {
      tookTooLong = true;
      console.log(`Stopped after ${timeoutMs / 1000} s.`);
      stop(child);
    }, timeoutMs);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve(tookTooLong ? 124 : (code ?? 1));
    });
  });
}

/** Asks every program that still runs to end; each ends what it started itself. */
export function stopProcesses() {
  for (const child of running) stop(child);
}

function stop(/** @type {import("node:child_process").ChildProcess} */ child) {
  child.kill("SIGTERM");
  setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
}
