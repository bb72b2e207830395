import { setTimeout as sleepFor } from "node:timers/promises";

export interface Clock {
  /** Milliseconds since the epoch. The user or the network may set it. */
  now(): number;
  /** Milliseconds since some moment: for waiting. No one can set it. */
  elapsed(): number;
  /** Rejects as soon as the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, signal ? { signal } : {}),
  random: () => Math.random(),
};

/** Receives the seconds a wait for the rate limit still takes: once a second, and 0 when it is over or given up. */
export type OnWait = (seconds: number) => void;

export interface CallOptions {
  /** Ends the request, and every wait for its turn. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: OnWait | undefined;
}

/** A call whose signal also aborts when its client is closed. */
export interface CancellableCall extends CallOptions {
  readonly signal: AbortSignal;
}

/** Rejects when the signal aborts; the promise itself goes on. Leaves no listener behind. */
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
