import { header, type Headers } from "./exchange.js";

/** How a rate limit stands, as the headers of a reply tell ("Rate limiting"). */
export interface RateLimit {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  /** How long until there are requests again, in seconds from the reply on; undefined where the reply gives nothing usable. */
  readonly waitSeconds: number | undefined;
}

/** The longest wait that is believed; anything beyond is taken for a mistake. */
const LONGEST_BELIEVED_SECONDS = 3600;
/** The longest that is waited at once. */
export const LONGEST_WAIT_SECONDS = 60;

// X-RateLimit-Reset has no documented unit. Seconds from now are at most an hour
// here, epoch seconds have been above 1e8 since 1973, epoch milliseconds above 1e11.
const FIRST_EPOCH_SECONDS = 1e8;
const FIRST_EPOCH_MILLISECONDS = 1e11;

/**
 * Reads X-RateLimit-Limit, -Remaining, -Reset and Retry-After. Times are
 * measured against the reply's own Date, so a wrong clock here does no harm.
 * @param receivedAt milliseconds since the epoch; used where the reply has no Date.
 * @returns undefined where the reply has none of the headers.
 */
export function readRateLimit(headers: Headers, receivedAt: number): RateLimit | undefined {
  const limit = number(header(headers, "x-ratelimit-limit"));
  const remaining = number(header(headers, "x-ratelimit-remaining"));
  const waitSeconds = waitOf(headers, receivedAt);
  if (limit === undefined && remaining === undefined && waitSeconds === undefined) return undefined;
  return { limit, remaining, waitSeconds };
}

/**
 * How long to wait before the same request is made again: what the reply asks
 * for, else exponential backoff with jitter. Never more than a minute.
 * @param attempt how often it was tried again already, from 0.
 * @param random from 0 up to 1.
 * @returns seconds.
 */
export function retryWait(waitSeconds: number | undefined, attempt: number, random: () => number): number {
  const backoff = 2 ** attempt * (0.5 + random() / 2);
  return Math.min(waitSeconds ?? backoff, LONGEST_WAIT_SECONDS);
}

function waitOf(headers: Headers, receivedAt: number): number | undefined {
  const after = header(headers, "retry-after");
  const resetAt = header(headers, "x-ratelimit-reset");
  if (after === undefined && resetAt === undefined) return undefined;
  const date = Date.parse(header(headers, "date") ?? "");
  const now = Number.isNaN(date) ? receivedAt : date;
  return believable(retryAfter(after, now)) ?? believable(reset(resetAt, now));
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

function believable(seconds: number | undefined): number | undefined {
  return seconds !== undefined && seconds > 0 && seconds <= LONGEST_BELIEVED_SECONDS ? seconds : undefined;
}

function number(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,15}(?:\.\d{1,6})?$/.test(value.trim()) ? Number(value) : undefined;
}
