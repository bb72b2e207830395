import { setTimeout as sleepFor } from "node:timers/promises";

/** Lets tests control time and chance. */
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

/** Receives the seconds a wait for the rate limit still takes: once a second, and 0 when it is over or given up. */
export type OnWait = (seconds: number) => void;

export interface CallOptions {
  /** Ends the request, and every wait for its turn. */
  readonly signal?: AbortSignal | undefined;
  readonly onWait?: OnWait | undefined;
}

/** Rejects when a signal aborts; the promise itself goes on. */
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
