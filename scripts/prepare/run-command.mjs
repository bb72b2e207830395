import { spawn } from "node:child_process";

/** Settings of an outer npm that would mislead an npm started in another folder. */
const OUTER_NPM = /^(npm_package_|npm_lifecycle_|npm_config_local_prefix$|INIT_CWD$)/;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
process.on("exit", () => {
  for (const child of running) child.kill();
});

/**
 * Runs a program to its end and keeps its output to itself, unless it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined> }} [options] `env` is added to the current environment
 * @returns {Promise<string>} what it wrote to standard output
 * @throws {Error} with the first and last lines of its output when it cannot be started or ends with another code than 0
 */
export function runCommand(command, args, options = {}) {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUTER_NPM.test(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...inherited, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && command === "npm",
    });
    running.add(child);
    let stdout = "";
    let all = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
      all += chunk;
    });
    child.stderr.on("data", (chunk) => {
      all += chunk;
    });
    child.on("error", reject);
    child.on("close", (code, signal) => {
      running.delete(child);
      if (code === 0) {
        resolve(stdout);
        return;
      }
      reject(new Error(`"${command} ${args.join(" ")}" ended with ${code ?? signal}:\n${shorten(all)}`));
    });
  });
}

/** The beginning tells the cause in npm's errors, the end in a compiler's. */
function shorten(/** @type {string} */ output) {
  const lines = output.trim().split("\n");
  return lines.length <= 24 ? lines.join("\n") : [...lines.slice(0, 12), "…", ...lines.slice(-12)].join("\n");
}
