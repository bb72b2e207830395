import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 500;

/**
 * Runs `work` while holding a lock file, so that two processes don't install over each other. A lock whose owner no
 * longer runs is taken over.
 *
 * @param onWait called once if another process holds the lock
 */
export async function withLock<T>(file: string, work: () => Promise<T>, onWait: () => void): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  for (let tries = 0; !(await take(file)); tries++) {
    if (tries === 0) onWait();
    await wait(POLL_MS);
    if (!isRunning(await owner(file))) await rm(file, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function owner(file: string): Promise<number> {
  return Number(await readFile(file, "utf8").catch(() => ""));
}

/** An empty file's owner is about to write its number. */
function isRunning(pid: number): boolean {
  try {
    return pid === 0 || process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
