import { execa } from "execa";

import { ROOT } from "../folders.js";

/** What a program gets to end what it has started itself, before it is killed. */
const GRACE_MS = 10_000;

const stopping = new AbortController();

/**
 * Runs a program with its output on this process's own, and stops it when it takes too long, or when everything is to
 * stop.
 *
 * @param output whether its output is shown as it comes, or in one piece at the end, since other programs write too
 * @returns its exit code; 1 when a signal ended it, 124 when it took too long
 */
export async function runProcess(
  command: string,
  args: readonly string[],
  timeoutMs: number,
  output: "as it comes" | "at the end" = "as it comes",
): Promise<number> {
  const shown = output === "as it comes" ? "inherit" : "pipe";
  const { exitCode, timedOut, all } = await execa(command, args, {
    cwd: ROOT,
    stdio: ["ignore", shown, shown],
    all: true,
    reject: false,
    timeout: timeoutMs,
    forceKillAfterDelay: GRACE_MS,
    cancelSignal: stopping.signal,
  });
  if (all) console.log(all);
  if (timedOut) console.log(`Stopped after ${timeoutMs / 1000} s.`);
  return timedOut ? 124 : (exitCode ?? 1);
}

/** Asks every program that still runs to end, and lets none begin; each ends what it started itself. */
export function stopProcesses(): void {
  stopping.abort();
}

/** Whether everything is to stop. */
export function isStopping(): boolean {
  return stopping.signal.aborted;
}
