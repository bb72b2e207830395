import { writeFileSync } from "node:fs";
import { systemClock } from "../core/service/calls/wait.js";
import { run } from "./program.js";
import { EXITS, mostSerious } from "./exits.js";
import { reasonOf } from "../core/files/readFaults.js";
import { say } from "./io.js";

/** Time limit for sent requests after the first signal. CI runners kill slower processes. */
const GRACE_MS = 5000;

export async function runProcess(): Promise<void> {
  disableCrashFiles();
  const { stdout, stderr, stdin, env } = process;
  let failure: Error | undefined;
  for (const stream of [stdout, stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // A reader such as `head` may close the pipe early.
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
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"]) process.on(signal, stop);
  const signals = { stopping: stopping.signal, stopped: stopped.signal };
  process.exitCode = EXITS.failed;
  const io = { env, cwd: currentFolder(env), stdin, stdout, stderr, clock: systemClock, ...signals };
  const exit = await run(process.argv.slice(2), io);
  if (failure)
    await say(stderr, `The report couldn't be written: ${reasonOf(failure)}. Free up disk space, and try again.`);
  process.exitCode = failure ? mostSerious([exit, EXITS.failed]) : exit;
}

/** Returns the path that the folder had if it was deleted, so that only relative paths don't exist. */
function currentFolder({ PWD }: NodeJS.ProcessEnv): string {
  try {
    return process.cwd();
  } catch {
    return PWD?.startsWith("/") === true ? PWD : "/(deleted)";
  }
}

/** A bit mask of the memory to write to core files (core(5)). */
const CORE_FILTER = "/proc/self/coredump_filter";

/**
 * Keeps secrets out of crash files. Core files contain the memory and Node reports contain the environment, and both
 * may be on by default. Node can't set resource limits, but a Linux process can exclude its memory from core files.
 */
function disableCrashFiles(): void {
  process.report.reportOnFatalError = false;
  process.report.reportOnUncaughtException = false;
  process.report.reportOnSignal = false;
  if (process.platform !== "linux") return;
  try {
    writeFileSync(CORE_FILTER, "0");
  } catch {
    // /proc is missing or isn't writable.
  }
}
