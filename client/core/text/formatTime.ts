import { locale } from "./locale.js";

/** A day in milliseconds. */
export const DAY_MS = 86_400_000;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** A moment in ISO 8601; empty where there is none. @param time milliseconds since the epoch. */
export function formatIso(time: number | undefined): string {
  return time === undefined ? "" : new Date(time).toISOString();
}

/**
 * How long ago something was, in words such as "2 days ago". What has passed is counted in whole units, as VS Code does:
 * nothing is "60 minutes" or, after a year and a half, "2 years ago". "Yesterday" and "last month" are not said either,
 * since they are about the calendar: 31 days before 1 July is not last month.
 * @param time milliseconds since the epoch.
 * @param now milliseconds since the epoch.
 * @param language that of the texts, unless the words stand by themselves.
 */
export function formatRelativeTime(time: number, now: number, language = locale()): string {
  const seconds = (time - now) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size)
      return new Intl.RelativeTimeFormat(language).format(Math.trunc(seconds / size), unit);
  }
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
}

/** A moment in the words of the user's language and time zone. @param time milliseconds since the epoch. */
export function formatDateTime(time: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(time);
}
