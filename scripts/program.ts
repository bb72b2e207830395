const POLL_MS = 500;

/**
 * Runs a command of this project with the arguments of its command line. What it throws is printed without a stack.
 *
 * @param main returns the exit code; nothing means 0
 */
export async function runProgram(
  main: (args: readonly string[]) => Promise<number | undefined> | Promise<void>,
): Promise<void> {
  endWithNpm();
  try {
    process.exitCode = (await main(process.argv.slice(2))) ?? 0;
  } catch (error) {
    console.error(describeError(error));
    process.exitCode = 1;
  }
}

/** What an error and its cause say. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}

/** npm passes a signal on to the shell that started this process, and the shell doesn't pass it on. */
function endWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, POLL_MS);
  timer.unref();
}
