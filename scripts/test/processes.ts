import { execa } from "execa";

import { ROOT } from "../folders.js";

/** What a program gets to end what it has started itself, before it is killed. */
const GRACE_MS = 10_000;

const stopping = new AbortController();

/**
 * Runs a program with its output on this process's own, and stops it when it takes too long, or when everything is to
 * stop.
 *
 * @returns its exit code; 1 when a signal ended it, 124 when it took too long
 */
export async function runProcess(command: string, args: readonly string[], timeoutMs: number): Promise<number> {
  const { exitCode, timedOut } = await execa(command, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    reject: false,
    timeout: timeoutMs,
    forceKillAfterDelay: GRACE_MS,
    cancelSignal: stopping.signal,
  });
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
