import { setTimeout as sleepFor } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since the epoch. May jump if the system time is set. */
  now(): number;
  /** Monotonic milliseconds, for waiting. */
  elapsed(): number;
  /** Rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** At least 0 and less than 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, signal ? { signal } : {}),
  random: () => Math.random(),
};

/** Called each second with the seconds left to wait for the rate limit, and with 0 when the wait ends or is aborted. */
export type OnWait = (seconds: number) => void;

export interface CallOptions {
  /** Aborts the request and waits before it. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: OnWait | undefined;
}

/** A call whose signal also aborts when its client is closed. */
export interface CancellableCall extends CallOptions {
  readonly signal: AbortSignal;
}

/** Rejects when the signal aborts, although the promise's work continues. Removes its listener. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(new Error("aborted"));
    };
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    const settle = () => {
      signal.removeEventListener("abort", abort);
      resolve(promise);
    };
    promise.then(settle, settle);
  });
}
