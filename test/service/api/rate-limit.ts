import type { Choices } from "../choices.js";

/** So many requests within a window of time. */
export interface RateLimit {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** How a rate limit stands after a request was counted. */
export interface RateLimitState {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds since the epoch. */
  readonly resetAt: number;
  readonly exceeded: boolean;
}

/** Counts requests in windows that begin with the first request after the last window ended ("Limits"). */
export class RateLimiter {
  #used = 0;
  #resetAt = 0;

  /** @param now the present, in milliseconds since the epoch. */
  constructor(
    private readonly rate: RateLimit,
    private readonly now: () => number,
  ) {}

  /** Counts one request. */
  take(): RateLimitState {
    if (this.now() >= this.#resetAt) {
      this.#used = 0;
      this.#resetAt = this.now() + this.rate.windowSeconds * 1000;
    }
    const exceeded = this.#used >= this.rate.limit;
    if (!exceeded) this.#used++;
    return { limit: this.rate.limit, remaining: this.rate.limit - this.#used, resetAt: this.#resetAt, exceeded };
  }
}

/** The three headers of "Errors", status 429, in the chosen unit. */
export function rateLimitHeaders(state: RateLimitState, choices: Choices, now: number): Record<string, string> {
  const from = choices.rateLimitReset === "epoch-seconds" ? 0 : now;
  return {
    "X-RateLimit-Limit": String(state.limit),
    "X-RateLimit-Remaining": String(state.remaining),
    "X-RateLimit-Reset": String(Math.max(0, Math.ceil((state.resetAt - from) / 1000))),
  };
}
