import { rename } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../text/codeOf.js";

/** Windows refuses to replace, read, or delete a file while a virus scanner or an indexer has it open, which takes less than a second. */
const IN_USE: ReadonlySet<string> = new Set(["EPERM", "EACCES", "EBUSY"]);
const RETRY_MS = 2000;
const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 100;

/** Renames a file over another one, atomically. @throws as `rename` does, on Windows after two seconds of retries. */
export async function replaceFile(from: string, to: string): Promise<void> {
  await whileInUse(() => rename(from, to));
}

/** Does work on a file, on Windows again until another program has closed it. @throws as the work does, after two seconds. */
export async function whileInUse<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (process.platform !== "win32" || !IN_USE.has(codeOf(error)) || performance.now() > end) throw error;
    }
    await sleep(pause);
  }
}
