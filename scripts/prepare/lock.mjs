import { rmSync } from "node:fs";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 500;
/** Nothing takes this long, so whoever holds a lock longer has gone, whatever its process number says now. */
const OLDEST_LOCK_MS = 15 * 60_000;

/** @type {Set<string>} */
const held = new Set();
process.on("exit", () => {
  for (const file of held) rmSync(file, { force: true });
});

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
  held.add(file);
  try {
    return await work();
  } finally {
    held.delete(file);
    await rm(file, { force: true });
  }
}

async function create(/** @type {string} */ file) {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    return false;
  }
}

async function take(/** @type {string} */ file) {
  if (await create(file)) return true;
  if (!(await isAbandoned(file))) return false;
  await rm(file, { force: true });
  return create(file);
}

async function isAbandoned(/** @type {string} */ file) {
  const owner = Number(await readFile(file, "utf8").catch(() => ""));
  const age = Date.now() - ((await stat(file).catch(() => undefined))?.mtimeMs ?? Date.now());
  // An empty file belongs to a process that is about to write its number.
  return age > OLDEST_LOCK_MS || (owner > 0 && !isRunning(owner));
}

function isRunning(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
