import { writeFileSync } from "node:fs";
import { systemClock, type Clock } from "../core/service/calls/wait.js";
import { isBlocked } from "../core/lock/lockStore.js";
import { run } from "./program.js";
import { EXITS, mostSerious } from "./exits.js";
import { reasonOf } from "./files/readText.js";
import { say } from "./io.js";

/** So long an answer is waited for after the process was told to end: runners kill what takes longer. */
const GRACE_MS = 5000;

/** Runs the command in this process, and ends it with the code that says how that went. */
export async function runProcess(clock: Clock = systemClock): Promise<void> {
  leaveNoTraces();
  const { stdout, stderr, stdin, env } = process;
  let failure: Error | undefined;
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // Whoever reads may have seen enough, as `head` does.
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
  const io = {
    env,
    cwd: process.cwd(),
    stdin,
    stdout,
    stderr,
    clock,
    stopping: stopping.signal,
    stopped: stopped.signal,
  };
  process.exitCode = EXITS.failed;
  const exit = await run(process.argv.slice(2), io);
  if (failure) await say(stderr, `The report could not be written: ${reasonOf(failure)}. Make room for it.`);
  process.exitCode = failure ? mostSerious([exit, EXITS.failed]) : exit;
  // Node would wait for the drive before it ends, whichever way it is told to end.
  if (isBlocked()) process.kill(process.pid, "SIGKILL");
}

/** Which kinds of memory of a process go into its core file, as bits (core(5)). */
const CORE_FILTER = "/proc/self/coredump_filter";

/**
 * Has this process leave no secret behind where it crashes: a core file holds
 * its memory, and a report of Node its environment, and both may be on by
 * default for everything on a machine. Node can set no resource limit; on Linux
 * a process can say that no memory of its goes into core files. Elsewhere it is
 * up to the system.
 */
function leaveNoTraces(): void {
  process.report.reportOnFatalError = false;
  process.report.reportOnUncaughtException = false;
  process.report.reportOnSignal = false;
  if (process.platform !== "linux") return;
  try {
    writeFileSync(CORE_FILTER, "0");
  } catch {
    // There is no /proc here, or nothing is to be written there.
  }
}
