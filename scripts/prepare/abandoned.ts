const POLL_MS = 500;

/**
 * Calls `stop` once when npm, which started this process through a shell, has gone. npm passes a signal on to that
 * shell alone, and the shell does not pass it on. Does nothing where npm is not involved.
 */
export function onAbandoned(stop: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, POLL_MS);
  timer.unref();
}
