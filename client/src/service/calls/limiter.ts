import { LONGEST_WAIT_SECONDS, type RateLimit } from "../transport/rateLimit.js";
import { orAborted, waitUntil, type CallOptions, type Clock } from "./wait.js";

/** Moments in headers are given in whole seconds. */
const CLOCK_TOLERANCE_MS = 1500;

/**
 * Keeps the requests to one service within its rate limit: once the headers say
 * that no request is left, further ones wait until there are some again, so a
 * large listing slows down instead of failing.
 */
export class Limiter {
  readonly #clock: Clock;
  /** How many requests are left in the current window, beyond those in progress; undefined where that is not known. */
  #remaining: number | undefined;
  /** How many requests a window has, where the service tells. */
  #limit: number | undefined;
  /** When the window ends, in milliseconds since the epoch; infinite where that is not known. */
  #windowEnd = Infinity;
  /** When a refusal's wait ends, in milliseconds since the epoch. */
  #blockedUntil = 0;
  #inFlight = 0;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Holds every request back for so many seconds, after one was refused with 429. */
  block(seconds: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.now() + seconds * 1000);
  }

  /** Waits for the turn and takes it in the same step, before anyone else can look. */
  async takeTurn(options: CallOptions): Promise<void> {
    for (;;) {
      options.signal?.throwIfAborted();
      const now = this.#clock.now();
      if (this.#windowEnd <= now) this.#beginWindow();
      if (this.#blockedUntil > now) {
        await waitUntil(this.#blockedUntil, this.#clock, options);
      } else if (this.#remaining === undefined || this.#remaining > this.#inFlight) {
        this.#inFlight++;
        return;
      } else if (this.#inFlight > 0) {
        // An answer may bring better news before the window ends.
        await orAborted(this.#nextAnswer(), options.signal);
      } else {
        await waitUntil(this.#windowEnd, this.#clock, options);
      }
    }
  }

  /** Ends a turn. @param rateLimit what the answer says of the limit, if there is one and it does. */
  endTurn(rateLimit: RateLimit | undefined): void {
    this.#note(rateLimit);
    this.#inFlight--;
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }

  /** A new window has all its requests, as far as the limit is known, until an answer tells more. */
  #beginWindow(): void {
    this.#remaining = this.#limit === undefined ? undefined : Math.max(this.#limit, 1);
    this.#windowEnd = Infinity;
  }

  #note(rateLimit: RateLimit | undefined): void {
    if (rateLimit?.remaining === undefined) return;
    this.#limit = rateLimit.limit;
    const now = this.#clock.now();
    const windowEnd = now + Math.min(rateLimit.waitSeconds ?? 0, LONGEST_WAIT_SECONDS) * 1000;
    // Answers overtake each other: within one window, the one that knows of the most requests counts.
    const sameWindow = this.#windowEnd > now && Math.abs(windowEnd - this.#windowEnd) < CLOCK_TOLERANCE_MS;
    this.#remaining = sameWindow ? Math.min(this.#remaining ?? Infinity, rateLimit.remaining) : rateLimit.remaining;
    this.#windowEnd = windowEnd;
  }

  #nextAnswer(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }
}
