import { LONGEST_WAIT_SECONDS, type RateLimit } from "../transport/rateLimit.js";
import type { CallOptions, Clock } from "./wait.js";

/** The right to make one request: so many have been made, with it. */
export type Turn = number;

/** An answer, as far as it matters here. */
interface Answer {
  readonly status: number;
  /** What it says of the limit, if it does. */
  readonly rateLimit: RateLimit | undefined;
}

/** Whoever waits for a turn. */
interface Waiting {
  readonly refusalsLeft: number;
  wake: () => void;
}

/**
 * Keeps the requests to one service within its rate limit: once the headers say
 * that no request is left, further ones wait until there are some again, so a
 * large listing slows down instead of failing. After a refusal, for there need not
 * be such headers, one request is made at a time, then slowly more.
 */
export class Limiter {
  readonly #clock: Clock;
  #latest: Turn = 0;
  #inProgress = 0;
  /** The latest turn when the window began, or a request was refused. What is still in progress of before is not waited for. */
  #before: Turn = 0;
  /** How many of the requests made since are in progress. */
  #inProgressSince = 0;
  /** Those in progress that may not be refused again. Nobody uses up meanwhile what they were told to wait for. */
  readonly #lastTries = new Set<Turn>();
  /** How many may be in progress. */
  #atOnce = Infinity;
  /** How many requests are left in the current window, with those in progress; undefined where that is not known. */
  #remaining: number | undefined;
  /** The latest turn when that was told. */
  #toldAt: Turn = 0;
  /** When the window ends, by the clock's `elapsed`; infinite where that is not known. */
  #windowEnd = Infinity;
  /** How many requests a window has, where the service tells. */
  #limit: number | undefined;
  /** When a refusal's wait ends, by the same. */
  #blockedUntil = 0;
  readonly #waiting = new Set<Waiting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Holds every request back for so many seconds, after one was refused with 429. */
  block(seconds: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.elapsed() + seconds * 1000);
    this.#atOnce = 1;
    this.#startCounting();
    this.#wakeAll();
  }

  /**
   * Waits for the turn and takes it in the same step, before anyone else can look.
   * @param refusalsLeft how often the request may be refused yet: the one that may be so least often goes first.
   */
  async takeTurn(options: CallOptions, refusalsLeft: number): Promise<Turn> {
    options.signal?.throwIfAborted();
    const now = this.#clock.elapsed();
    const free = this.#waiting.size === 0 && this.#freeAt(now) <= now;
    return free ? this.#begin(refusalsLeft) : this.#wait(options, refusalsLeft);
  }

  /** Ends a turn. @param answer undefined where it was lost. */
  endTurn(turn: Turn, answer: Answer | undefined): void {
    if (this.#windowEnd <= this.#clock.elapsed()) this.#beginWindow();
    this.#inProgress--;
    this.#lastTries.delete(turn);
    if (turn > this.#before) {
      this.#inProgressSince--;
      // Half a request more in each round of as many as there are at once.
      if (answer && answer.status !== 429) this.#atOnce += 1 / (2 * this.#atOnce);
      this.#note(turn, answer?.rateLimit);
    }
    this.#wakeAll();
  }

  #begin(refusalsLeft: number): Turn {
    this.#inProgress++;
    this.#inProgressSince++;
    const turn = ++this.#latest;
    if (refusalsLeft === 0) this.#lastTries.add(turn);
    return turn;
  }

  async #wait({ signal, onWait }: CallOptions, refusalsLeft: number): Promise<Turn> {
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
        // Who waits for the answers of others has no moment to count down to.
        tell(left === Infinity || (this.#isFull && this.#blockedUntil <= now) ? 0 : Math.ceil(left / 1000));
        // Who is told may have had enough.
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

  /** Waits until it has to be looked again: whoever counts down does so each second, and an answer may bring other news. */
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

  /** The moment from which on one more request may be made; infinite where only an answer can tell. */
  #freeAt(now: number): number {
    if (this.#windowEnd <= now) this.#beginWindow();
    if (this.#blockedUntil > now) return this.#blockedUntil;
    if (this.#isFull) return this.#windowEnd;
    const left = this.#remaining ?? Infinity;
    // What is in progress of before may count in this window too.
    return left > this.#inProgress || (left > 0 && this.#inProgressSince === 0) ? now : this.#windowEnd;
  }

  /** Whether as many are in progress as may be after a refusal. */
  get #isFull(): boolean {
    return this.#inProgressSince >= Math.floor(this.#atOnce) || this.#lastTries.size > 0;
  }

  /** A new window has all its requests, as far as the limit is known, until an answer tells more. */
  #beginWindow(): void {
    this.#remaining = this.#limit === undefined ? undefined : Math.max(this.#limit, 1);
    this.#windowEnd = Infinity;
    this.#startCounting();
  }

  #startCounting(): void {
    this.#before = this.#latest;
    this.#inProgressSince = 0;
  }

  #note(turn: Turn, { limit, remaining, waitSeconds }: Partial<RateLimit> = {}): void {
    const known = this.#remaining ?? Infinity;
    if (remaining === undefined || waitSeconds === undefined) {
      // It counts all the same, which must not be forgotten before the window ends.
      if (this.#windowEnd < Infinity) this.#remaining = known - 1;
      return;
    }
    this.#limit = limit;
    // Answers overtake each other: of requests made together, the one that knows of the most counts.
    if (turn <= this.#toldAt && remaining >= known) return;
    this.#remaining = remaining;
    this.#windowEnd = this.#clock.elapsed() + Math.min(waitSeconds, LONGEST_WAIT_SECONDS) * 1000;
    this.#toldAt = this.#latest;
  }

  /** Whoever's turn is next: the first of those that may be refused least often. */
  get #next(): Waiting | undefined {
    let next: Waiting | undefined;
    for (const other of this.#waiting) if (!next || other.refusalsLeft < next.refusalsLeft) next = other;
    return next;
  }

  #wakeAll(): void {
    for (const { wake } of this.#waiting) wake();
  }
}
