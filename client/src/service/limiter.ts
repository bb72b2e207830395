import { LONGEST_WAIT_SECONDS, type RateLimit } from "./rateLimit.js";
import { orAborted, waitUntil, type CallOptions, type Clock } from "./wait.js";

/**
 * Keeps the requests to one service within its rate limit: once the headers say
 * that no request is left, further ones wait until there are some again, so a
 * large listing slows down instead of failing.
 */
export class Limiter {
  readonly #clock: Clock;
  /** How many requests are left in the window under way, beyond those under way; undefined where that is not known. */
  #remaining: number | undefined;
  /** When the window ends, in milliseconds since the epoch. */
  #windowEnd = 0;
  /** When a refusal's wait ends, in milliseconds since the epoch. */
  #blockedUntil = 0;
  #underWay = 0;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes a request as soon as the limit allows.
   * @param rateLimitOf what a result says of the limit, if anything.
   */
  async run<T>(options: CallOptions, request: () => Promise<T>, rateLimitOf: (result: T) => RateLimit | undefined): Promise<T> {
    await this.#turn(options);
    this.#underWay++;
    try {
      const result = await request();
      this.#note(rateLimitOf(result));
      return result;
    } finally {
      this.#underWay--;
      this.#wake();
    }
  }

  /** Holds every request back for so many seconds, after one was refused with 429. */
  block(seconds: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.now() + seconds * 1000);
  }

  async #turn(options: CallOptions): Promise<void> {
    for (;;) {
      options.signal?.throwIfAborted();
      const now = this.#clock.now();
      if (this.#blockedUntil > now) {
        await waitUntil(this.#blockedUntil, this.#clock, options);
      } else if (this.#remaining === undefined || this.#windowEnd <= now) {
        return;
      } else if (this.#remaining > this.#underWay) {
        return;
      } else if (this.#underWay > 0) {
        // An answer may bring better news before the window ends.
        await orAborted(this.#nextAnswer(), options.signal);
      } else {
        await waitUntil(this.#windowEnd, this.#clock, options);
      }
    }
  }

  #note(rateLimit: RateLimit | undefined): void {
    if (rateLimit?.remaining === undefined) return;
    this.#remaining = rateLimit.remaining;
    const wait = Math.min(rateLimit.waitSeconds ?? 0, LONGEST_WAIT_SECONDS);
    this.#windowEnd = this.#clock.now() + wait * 1000;
  }

  #nextAnswer(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(resolve);
    });
  }

  #wake(): void {
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }
}
