import type { Reply } from "../transport/transport.js";
import { MAX_WAIT_SECONDS, type RateLimit } from "../transport/rateLimit.js";
import type { CallOptions, Clock } from "./wait.js";

/** A request's number, in sending order. */
export type Slot = number;

/**
 * Keeps requests to a service within its rate limit, so that loading a long list slows down instead of failing. After a
 * 429, which may have no headers, sends one request at a time, and then slowly more.
 */
export class Limiter {
  readonly #clock: Clock;
  #latest: Slot = 0;
  #inProgress = 0;
  /** The latest slot when the window began or a request was refused. Requests up to it don't count as in progress. */
  #before: Slot = 0;
  /** Number of slots after `#before` in progress. */
  #inProgressSince = 0;
  #concurrency = Infinity;
  /** Requests left in the window, including those in progress; infinite if unknown. */
  #remaining = Infinity;
  /** The latest slot when `#remaining` was reported. */
  #reportedAt: Slot = 0;
  /** In the clock's `elapsed` time; infinite if unknown. */
  #windowEnd = Infinity;
  /** Requests per window; infinite if unknown. */
  #limit = Infinity;
  /** Wake the paused requests. */
  #wakers: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call after a 429. */
  block(seconds: number): void {
    const end = this.#clock.elapsed() + seconds * 1000;
    this.#windowEnd = this.#remaining > 0 ? end : Math.max(this.#windowEnd, end);
    this.#remaining = 0;
    this.#concurrency = 1;
    this.#startCounting();
    this.#wakeAll();
  }

  /** Waits for a free slot and takes it in the same turn of the event loop, before others can. */
  async acquireSlot({ signal, onWait }: CallOptions): Promise<Slot> {
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
        if (freeAt <= now) return this.#begin();
        const wait = freeAt - now;
        // A wait for other responses has no end to count down to.
        report(wait === Infinity || (this.#isFull && this.#remaining > 0) ? 0 : Math.ceil(wait / 1000));
        await this.#pause(wait, signal);
      }
    } finally {
      report(0);
    }
  }

  /** @param answer undefined if the response was lost. */
  releaseSlot(slot: Slot, answer: Pick<Reply, "status" | "rateLimit"> | undefined): void {
    if (this.#windowEnd <= this.#clock.elapsed()) this.#beginWindow();
    this.#inProgress--;
    if (slot > this.#before) {
      this.#inProgressSince--;
      // Allows one request more after each round of responses.
      if (answer && answer.status !== 429) this.#concurrency += 1 / this.#concurrency;
      this.#note(slot, answer?.rateLimit);
    }
    this.#wakeAll();
  }

  #begin(): Slot {
    this.#inProgress++;
    this.#inProgressSince++;
    return ++this.#latest;
  }

  /** Resolves each second, to count down, or when a slot may be free. */
  async #pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const woken = new Promise<void>((resolve) => this.#wakers.push(resolve));
    const isOver = new AbortController();
    const ended = AbortSignal.any([isOver.signal, ...(signal ? [signal] : [])]);
    const slept = this.#clock.sleep(milliseconds % 1000 || 1000, ended).catch(() => undefined);
    await Promise.race([woken, slept]);
    isOver.abort();
  }

  /** Returns infinity if only a response can free a slot. */
  #freeAt(now: number): number {
    if (this.#windowEnd <= now) this.#beginWindow();
    if (this.#isFull) return this.#windowEnd;
    // Earlier requests may also count in this window.
    const isLeft = this.#remaining > (this.#inProgressSince === 0 ? 0 : this.#inProgress);
    return isLeft ? now : this.#windowEnd;
  }

  get #isFull(): boolean {
    return this.#inProgressSince >= Math.floor(this.#concurrency);
  }

  /** Assumes that a new window has the full limit until a response says otherwise. */
  #beginWindow(): void {
    this.#remaining = Math.max(this.#limit, 1);
    this.#windowEnd = Infinity;
    this.#startCounting();
  }

  #startCounting(): void {
    this.#before = this.#latest;
    this.#inProgressSince = 0;
  }

  #note(slot: Slot, { limit = Infinity, remaining, waitSeconds }: Partial<RateLimit> = {}): void {
    if (remaining === undefined || waitSeconds === undefined) {
      // Without headers, the request still counts until the window ends.
      if (this.#windowEnd < Infinity) this.#remaining--;
      return;
    }
    this.#limit = limit;
    // Responses overtake each other. Among concurrent requests, the lowest `remaining` is the latest.
    if (slot <= this.#reportedAt && remaining >= this.#remaining) return;
    this.#remaining = remaining;
    this.#windowEnd = this.#clock.elapsed() + Math.min(waitSeconds, MAX_WAIT_SECONDS) * 1000;
    this.#reportedAt = this.#latest;
  }

  #wakeAll(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}
