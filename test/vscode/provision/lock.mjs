import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 500;

/**
 * Runs `work` while holding a lock file, so that two runs started at the same time do not install over each other.
 * A lock whose owner no longer runs is taken over.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @param {() => void} onWait called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(file, work, onWait) {
  await mkdir(dirname(file), { recursive: true });
  let told = false;
  while (!(await take(file))) {
    if (!told) onWait();
    told = true;
    await wait(POLL_MS);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(/** @type {string} */ file) {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  const owner = Number(await readFile(file, "utf8").catch(() => ""));
  // An empty file belongs to a process that is about to write its number.
  if (owner > 0 && !isRunning(owner)) await rm(file, { force: true });
  return false;
}

function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
