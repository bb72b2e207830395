import { once } from "node:events";
import type { Reply } from "../transport/transport.js";
import { MAX_WAIT_SECONDS, type RateLimit } from "../transport/rateLimit.js";
import type { CallOptions, Clock } from "./wait.js";

/** The number of a request, in the order they are sent. */
export type Slot = number;

interface Waiting {
  readonly refusalsLeft: number;
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
  /** Requests per window; undefined if unknown. */
  #limit: number | undefined;
  /** By the clock's `elapsed`. */
  #blockedUntil = 0;
  readonly #waiting = new Set<Waiting>();
  /** Aborts to wake up all who wait. */
  #changed = new AbortController();

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
  async acquireSlot({ signal, onWait }: CallOptions, refusalsLeft: number): Promise<Slot> {
    const me: Waiting = { refusalsLeft };
    this.#waiting.add(me);
    let reported = 0;
    const report = (seconds: number) => {
      if (seconds !== reported) onWait?.(seconds);
      reported = seconds;
    };
    try {
      for (;;) {
        signal?.throwIfAborted();
        const now = this.#clock.elapsed();
        const freeAt = this.#freeAt(now);
        if (freeAt <= now && this.#next === me) return this.#begin(refusalsLeft);
        const wait = freeAt > now ? freeAt - now : Infinity;
        // Waiting for the answers of others has no moment to count down to.
        report(wait === Infinity || (this.#isFull && this.#blockedUntil <= now) ? 0 : Math.ceil(wait / 1000));
        // `onWait` may have aborted.
        signal?.throwIfAborted();
        await this.#pause(wait, signal);
      }
    } finally {
      report(0);
      this.#waiting.delete(me);
      this.#wakeAll();
    }
  }

  /** @param answer undefined if it was lost. */
  releaseSlot(slot: Slot, answer: Pick<Reply, "status" | "rateLimit"> | undefined): void {
    if (this.#windowEnd <= this.#clock.elapsed()) this.#beginWindow();
    this.#inProgress--;
    this.#lastTries.delete(slot);
    if (slot > this.#before) {
      this.#inProgressSince--;
      // Allows half a request more after each round of answers.
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

  /** Ends each second to count down, or when there may be a free slot. */
  async #pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const woken = AbortSignal.any([this.#changed.signal, ...(signal ? [signal] : [])]);
    if (milliseconds === Infinity) await once(woken, "abort");
    else await this.#clock.sleep(milliseconds % 1000 || 1000, woken).catch(() => undefined);
  }

  /** Infinite if only an answer can tell. */
  #freeAt(now: number): number {
    if (this.#windowEnd <= now) this.#beginWindow();
    if (this.#blockedUntil > now) return this.#blockedUntil;
    if (this.#isFull) return this.#windowEnd;
    const remaining = this.#remaining ?? Infinity;
    // Requests from before may count in this window too.
    return remaining > this.#inProgress || (remaining > 0 && this.#inProgressSince === 0) ? now : this.#windowEnd;
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
    this.#windowEnd = this.#clock.elapsed() + Math.min(waitSeconds, MAX_WAIT_SECONDS) * 1000;
    this.#reportedAt = this.#latest;
  }

  /** The first of those with the fewest refusals left. */
  get #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const other of this.#waiting) if (!next || other.refusalsLeft < next.refusalsLeft) next = other;
    return next;
  }

  #wakeAll(): void {
    this.#changed.abort();
    this.#changed = new AbortController();
  }
}
