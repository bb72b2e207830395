import { setTimeout as sleepFor } from "node:timers/promises";

/** Time and chance, so that a test can hold both in its hand. */
export interface Clock {
  /** Milliseconds since the epoch: for display, and to compare with the service. The user or the network may set it. */
  now(): number;
  /** Milliseconds that have passed since some moment: for waiting. Nobody can set it. */
  elapsed(): number;
  /** Waits so many milliseconds. Rejects as soon as the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to 1. */
  random(): number;
}

/** The time and chance of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds, signal) => sleepFor(milliseconds, undefined, signal ? { signal } : {}),
  random: () => Math.random(),
};

/** The same clock, whose waits also end when the signal aborts. */
export function clockUntil(closed: AbortSignal, clock: Clock): Clock {
  const sleep: Clock["sleep"] = async (milliseconds, signal) => {
    // `AbortSignal.any` would leave something behind in a signal that lives on.
    const ended = new AbortController();
    const end = () => {
      ended.abort();
    };
    const signals = signal ? [closed, signal] : [closed];
    for (const each of signals) each.addEventListener("abort", end);
    if (signals.some(({ aborted }) => aborted)) end();
    try {
      await clock.sleep(milliseconds, ended.signal);
    } finally {
      for (const each of signals) each.removeEventListener("abort", end);
    }
  };
  return { now: () => clock.now(), elapsed: () => clock.elapsed(), sleep, random: () => clock.random() };
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

/** Waits for a promise no longer than until one of the signals aborts; the promise itself goes on. */
export function orAborted<T>(promise: Promise<T>, ...signals: readonly (AbortSignal | undefined)[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      for (const signal of signals) signal?.removeEventListener("abort", abort);
    };
    const abort = () => {
      leave();
      reject(new Error("aborted"));
    };
    for (const signal of signals) signal?.addEventListener("abort", abort);
    if (signals.some((signal) => signal?.aborted)) abort();
    const settle = () => {
      leave();
      resolve(promise);
    };
    promise.then(settle, settle);
  });
}
