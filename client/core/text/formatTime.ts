import { locale } from "./locale.js";
import { memoize } from "./memoize.js";

export const DAY_MS = 86_400_000;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** The sidebar formats a time for each row, and creating a formatter is slow. */
const formatsFor = memoize((language: string) => ({
  always: new Intl.RelativeTimeFormat(language, { numeric: "always" }),
  auto: new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
}));

/** A time of day without a zone, which JavaScript would take as local. */
const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/i;

/** What languages write for no time: the years 1, 1900, and 9999, and the epoch itself. */
const NEVER = { until: 0, from: Date.UTC(9999) };

/** A time without a zone is in UTC. @returns milliseconds since the epoch; undefined if the text isn't a time. */
export function parseTime(text = ""): number | undefined {
  const time = Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text);
  return time > NEVER.until && time < NEVER.from ? time : undefined;
}

/** Returns the time as `Date.toISOString` writes it; empty if the text isn't a time. */
export function normalizeTime(text: string | undefined): string {
  const time = parseTime(text);
  return time === undefined ? "" : new Date(time).toISOString();
}

/**
 * Counts whole units, as VS Code does. Never says "yesterday" or "last month", which depend on the calendar.
 * @param time milliseconds since the epoch, like `now`.
 */
export function formatRelativeTime(time: number, now: number, language = locale()): string {
  const seconds = (time - now) / 1000;
  const { always, auto } = formatsFor(language);
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return always.format(Math.trunc(seconds / size), unit);
  }
  return auto.format(0, "second");
}
