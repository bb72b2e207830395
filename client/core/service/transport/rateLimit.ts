import { header, type Headers } from "./exchange.js";

/** See "Rate limiting". */
export interface RateLimit {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** Seconds from the reply until requests are allowed again; undefined if the reply doesn't say. */
  readonly waitSeconds: number | undefined;
}

/** Longer waits count as errors and are ignored. */
const MAX_CREDIBLE_SECONDS = 3600;
export const MAX_WAIT_SECONDS = 60;

// X-RateLimit-Reset has no documented unit. Seconds from now are at most an hour here. Since 1973, epoch seconds have
// been above 1e8, and epoch milliseconds above 1e11.
const FIRST_EPOCH_SECONDS = 1e8;
const FIRST_EPOCH_MILLISECONDS = 1e11;

/**
 * Compares times with the reply's own Date, so that a wrong local clock doesn't matter.
 * @param receivedAt milliseconds since the epoch, for a reply without Date.
 */
export function readRateLimit(headers: Headers, receivedAt: number): RateLimit | undefined {
  const limit = number(header(headers, "x-ratelimit-limit"));
  const remaining = number(header(headers, "x-ratelimit-remaining"));
  const waitSeconds = readWait(headers, receivedAt);
  if (limit === undefined && remaining === undefined && waitSeconds === undefined) return undefined;
  return { limit, remaining, waitSeconds };
}

/** Returns seconds: as the reply requires, or backoff with jitter. @param attempt from 0. @param random from 0 to 1. */
export function retryWait(waitSeconds: number | undefined, attempt: number, random: () => number): number {
  const backoff = 2 ** attempt * (0.5 + random() / 2);
  return Math.min(waitSeconds ?? backoff, MAX_WAIT_SECONDS);
}

function readWait(headers: Headers, receivedAt: number): number | undefined {
  const date = Date.parse(header(headers, "date") ?? "");
  const now = Number.isNaN(date) ? receivedAt : date;
  const after = ifPlausible(retryAfter(header(headers, "retry-after"), now));
  return after ?? ifPlausible(reset(header(headers, "x-ratelimit-reset"), now));
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfter(value: string | undefined, now: number): number | undefined {
  const seconds = number(value);
  if (seconds !== undefined || value === undefined) return seconds;
  const date = /[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : (date - now) / 1000;
}

function reset(value: string | undefined, now: number): number | undefined {
  const moment = number(value);
  if (moment === undefined || moment < FIRST_EPOCH_SECONDS) return moment;
  return moment < FIRST_EPOCH_MILLISECONDS ? moment - now / 1000 : (moment - now) / 1000;
}

function ifPlausible(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && seconds <= MAX_CREDIBLE_SECONDS ? seconds : undefined;
}

function number(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,15}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : undefined;
}
