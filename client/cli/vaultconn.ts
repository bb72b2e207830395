import { writeFileSync } from "node:fs";
import { systemClock } from "../core/service/calls/wait.js";
import { isBlocked } from "../core/lock/lockStore.js";
import { run } from "./program.js";
import { EXITS, mostSerious } from "./exits.js";
import { reasonOf } from "./files/readText.js";
import { say } from "./io.js";

/** How long a sent request may take after the first signal. CI runners kill processes that take longer. */
const GRACE_MS = 5000;

export async function runProcess(): Promise<void> {
  leaveNoTraces();
  const { stdout, stderr, stdin, env } = process;
  let failure: Error | undefined;
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // A reader such as `head` may have seen enough.
      if (error.code !== "EPIPE") failure = error;
    });
  const stopping = new AbortController();
  const stopped = new AbortController();
  const stop = () => {
    if (stopping.signal.aborted) stopped.abort();
    else
      setTimeout(() => {
        stopped.abort();
      }, GRACE_MS).unref();
    stopping.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  const signals = { stopping: stopping.signal, stopped: stopped.signal };
  process.exitCode = EXITS.failed;
  const io = { env, cwd: process.cwd(), stdin, stdout, stderr, clock: systemClock, ...signals };
  const exit = await run(process.argv.slice(2), io);
  if (failure)
    await say(stderr, `The report couldn't be written: ${reasonOf(failure)}. Free up disk space, and try again.`);
  process.exitCode = failure ? mostSerious([exit, EXITS.failed]) : exit;
  // Otherwise Node would wait for the drive, however it is told to end.
  if (isBlocked()) process.kill(process.pid, "SIGKILL");
}

/** A bit mask of the memory kinds in the core file (core(5)). */
const CORE_FILTER = "/proc/self/coredump_filter";

/**
 * Keeps secrets out of crash files: a core file holds the memory, a Node report the environment, and both may be on by
 * default. Node can't set resource limits, but on Linux a process can keep its memory out of core files. Elsewhere, the
 * system decides.
 */
function leaveNoTraces(): void {
  process.report.reportOnFatalError = false;
  process.report.reportOnUncaughtException = false;
  process.report.reportOnSignal = false;
  if (process.platform !== "linux") return;
  try {
    writeFileSync(CORE_FILTER, "0");
  } catch {
    // There is no /proc, or it isn't writable.
  }
}
