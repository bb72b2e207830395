import { LONGEST_WAIT_SECONDS, type RateLimit } from "../transport/rateLimit.js";
import type { CallOptions, Clock } from "./wait.js";

/** The number of a request, in the order they are sent. */
export type Slot = number;

interface Answer {
  readonly status: number;
  readonly rateLimit: RateLimit | undefined;
}

interface Waiting {
  readonly refusalsLeft: number;
  wake: () => void;
}

/**
 * Keeps the requests to one service within its rate limit, so that a large listing slows down instead of failing.
 * After a 429, which may come without headers, requests go one at a time, then slowly more.
 */
export class Limiter {
  readonly #clock: Clock;
  #latest: Slot = 0;
  #inProgress = 0;
  /** The latest slot when the window began or a request was refused. Earlier ones aren't waited for. */
  #before: Slot = 0;
  /** How many slots after `#before` are in progress. */
  #inProgressSince = 0;
  /** Requests in progress that may not be refused again. No other one starts in the meantime and uses up the limit. */
  readonly #lastTries = new Set<Slot>();
  #atOnce = Infinity;
  /** Requests left in the window, including those in progress; undefined if unknown. */
  #remaining: number | undefined;
  /** The latest slot when `#remaining` was reported. */
  #reportedAt: Slot = 0;
  /** By the clock's `elapsed`; infinite if unknown. */
  #windowEnd = Infinity;
  /** Requests per window, if the service tells. */
  #limit: number | undefined;
  /** By the clock's `elapsed`. */
  #blockedUntil = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call after a 429. */
  block(seconds: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.elapsed() + seconds * 1000);
    this.#atOnce = 1;
    this.#startCounting();
    this.#wakeAll();
  }

  /**
   * Takes the slot in the step that finds it free, before others can.
   * @param refusalsLeft how often the request may still be refused: the lowest goes first.
   */
  async acquireSlot(options: CallOptions, refusalsLeft: number): Promise<Slot> {
    options.signal?.throwIfAborted();
    const now = this.#clock.elapsed();
    const free = this.#waiting.size === 0 && this.#freeAt(now) <= now;
    return free ? this.#begin(refusalsLeft) : this.#wait(options, refusalsLeft);
  }

  /** @param answer undefined if it was lost. */
  releaseSlot(slot: Slot, answer: Answer | undefined): void {
    if (this.#windowEnd <= this.#clock.elapsed()) this.#beginWindow();
    this.#inProgress--;
    this.#lastTries.delete(slot);
    if (slot > this.#before) {
      this.#inProgressSince--;
      // Half a request more in each round of as many as there are at once.
      if (answer && answer.status !== 429) this.#atOnce += 1 / (2 * this.#atOnce);
      this.#note(slot, answer?.rateLimit);
    }
    this.#wakeAll();
  }

  #begin(refusalsLeft: number): Slot {
    this.#inProgress++;
    this.#inProgressSince++;
    const slot = ++this.#latest;
    if (refusalsLeft === 0) this.#lastTries.add(slot);
    return slot;
  }

  async #wait({ signal, onWait }: CallOptions, refusalsLeft: number): Promise<Slot> {
    const me: Waiting = { refusalsLeft, wake: () => undefined };
    const wake = () => {
      me.wake();
    };
    this.#waiting.add(me);
    signal?.addEventListener("abort", wake);
    let told = 0;
    const tell = (seconds: number) => {
      if (seconds !== told) onWait?.(seconds);
      told = seconds;
    };
    try {
      for (;;) {
        signal?.throwIfAborted();
        const now = this.#clock.elapsed();
        const freeAt = this.#freeAt(now);
        if (freeAt <= now && this.#next === me) return this.#begin(refusalsLeft);
        const left = freeAt > now ? freeAt - now : Infinity;
        // Waiting for the answers of others has no moment to count down to.
        tell(left === Infinity || (this.#isFull && this.#blockedUntil <= now) ? 0 : Math.ceil(left / 1000));
        // `onWait` may have aborted.
        signal?.throwIfAborted();
        await this.#pause(me, left);
      }
    } finally {
      tell(0);
      signal?.removeEventListener("abort", wake);
      this.#waiting.delete(me);
      this.#next?.wake();
    }
  }

  /** Wakes up each second to count down, or when an answer brings other news. */
  async #pause(me: Waiting, milliseconds: number): Promise<void> {
    const woken = new AbortController();
    const { signal } = woken;
    me.wake = () => {
      woken.abort();
    };
    const pause =
      milliseconds === Infinity
        ? new Promise<void>((resolve) => {
            signal.addEventListener("abort", () => {
              resolve();
            });
          })
        : this.#clock.sleep(milliseconds % 1000 || 1000, signal);
    try {
      await pause;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Infinite if only an answer can tell. */
  #freeAt(now: number): number {
    if (this.#windowEnd <= now) this.#beginWindow();
    if (this.#blockedUntil > now) return this.#blockedUntil;
    if (this.#isFull) return this.#windowEnd;
    const left = this.#remaining ?? Infinity;
    // Requests from before may count in this window too.
    return left > this.#inProgress || (left > 0 && this.#inProgressSince === 0) ? now : this.#windowEnd;
  }

  get #isFull(): boolean {
    return this.#inProgressSince >= Math.floor(this.#atOnce) || this.#lastTries.size > 0;
  }

  /** Assumes that a new window has all its requests until an answer tells more. */
  #beginWindow(): void {
    this.#remaining = this.#limit === undefined ? undefined : Math.max(this.#limit, 1);
    this.#windowEnd = Infinity;
    this.#startCounting();
  }

  #startCounting(): void {
    this.#before = this.#latest;
    this.#inProgressSince = 0;
  }

  #note(slot: Slot, { limit, remaining, waitSeconds }: Partial<RateLimit> = {}): void {
    const known = this.#remaining ?? Infinity;
    if (remaining === undefined || waitSeconds === undefined) {
      // The request counts anyway until the window ends.
      if (this.#windowEnd < Infinity) this.#remaining = known - 1;
      return;
    }
    this.#limit = limit;
    // Answers overtake each other: of requests made together, the one that knows of the most counts.
    if (slot <= this.#reportedAt && remaining >= known) return;
    this.#remaining = remaining;
    this.#windowEnd = this.#clock.elapsed() + Math.min(waitSeconds, LONGEST_WAIT_SECONDS) * 1000;
    this.#reportedAt = this.#latest;
  }

  /** The first of those that may be refused least often. */
  get #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const other of this.#waiting) if (!next || other.refusalsLeft < next.refusalsLeft) next = other;
    return next;
  }

  #wakeAll(): void {
    for (const { wake } of this.#waiting) wake();
  }
}
