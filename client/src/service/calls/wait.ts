import { setTimeout as sleepFor } from "node:timers/promises";

/** Time and chance, so that a test can hold both in its hand. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits so many milliseconds. Rejects as soon as the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

/** The time and chance of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, signal ? { signal } : {}),
  random: () => Math.random(),
};

/** The same clock, whose waits also end when the signal aborts. */
export function clockUntil(closed: AbortSignal, clock: Clock): Clock {
  return {
    now: () => clock.now(),
    sleep: (milliseconds, signal) => clock.sleep(milliseconds, signal ? AbortSignal.any([signal, closed]) : closed),
    random: () => clock.random(),
  };
}

/** Told how many seconds a wait still takes: once a second, and 0 when it is over or given up. */
export type OnWait = (seconds: number) => void;

/** What is told of a request, and what ends it. */
export interface CallOptions {
  /** Ends the request, and every wait for its turn. */
  readonly signal?: AbortSignal | undefined;
  /** Called while the request waits for the service's rate limit. */
  readonly onWait?: OnWait | undefined;
}

/**
 * Waits until a moment, in milliseconds since the epoch, and counts the seconds down; until the signal aborts if the moment
 * is infinite. Rejects as soon as the signal aborts.
 */
export async function countDown(moment: number, clock: Clock, { signal, onWait }: CallOptions): Promise<void> {
  if (moment === Infinity) return orAborted(new Promise(() => undefined), signal);
  for (let left = moment - clock.now(); left > 0; left = moment - clock.now()) {
    onWait?.(Math.ceil(left / 1000));
    await clock.sleep(left % 1000 || 1000, signal);
  }
}

/** Waits for a promise no longer than until one of the signals aborts; the promise itself goes on. */
export function orAborted<T>(promise: Promise<T>, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(new Error("aborted"));
    };
    for (const signal of signals) {
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
    }
    const settle = () => {
      for (const signal of signals) signal?.removeEventListener("abort", abort);
      resolve(promise);
    };
    promise.then(settle, settle);
  });
}
