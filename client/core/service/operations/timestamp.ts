/** Seconds are counted from here, so that those of 1986 to 2054 fit into a small integer of V8, which takes no space of its own. */
const EPOCH_SECONDS = Date.UTC(2020) / 1000;
const MOST_SECONDS = 2 ** 30;
const EPOCH_DAYS = EPOCH_SECONDS / 86_400;

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365];

/**
 * The whole seconds of a timestamp written as `2024-06-27T00:08:43.000Z`. `Date` would
 * do, but not as fast, and takes more than it writes, such as the 31st of any month.
 * @returns seconds since 2020; undefined for any other way to write a timestamp, and far from now.
 */
export function parseTimestamp(text: string): number | undefined {
  if (text.length !== 24 || !isSeparated(text)) return undefined;
  const year = 100 * digits(text, 0) + digits(text, 2);
  const month = digits(text, 5);
  const day = digits(text, 8);
  const hour = digits(text, 11);
  const minute = digits(text, 14);
  const second = digits(text, 17);
  // Anything that is not a number makes the sum none either, and every comparison with it false.
  if (
    !(
      month >= 1 &&
      month <= 12 &&
      day >= 1 &&
      day <= daysIn(month, year) &&
      hour < 24 &&
      minute < 60 &&
      second < 60 &&
      millisecondsOf(text) >= 0
    )
  )
    return undefined;
  const seconds = daysSinceEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
  return Math.abs(seconds) < MOST_SECONDS ? seconds : undefined;
}

const [DASH, COLON, POINT, T, Z] = [0x2d, 0x3a, 0x2e, 0x54, 0x5a];

function isSeparated(text: string): boolean {
  return (
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(7) === DASH &&
    text.charCodeAt(10) === T &&
    text.charCodeAt(13) === COLON &&
    text.charCodeAt(16) === COLON &&
    text.charCodeAt(19) === POINT &&
    text.charCodeAt(23) === Z
  );
}

/** The milliseconds of a second of a timestamp that `parseTimestamp` can read; 0 for no text. */
export function millisecondsOf(text: string | undefined): number {
  return text === undefined ? 0 : 10 * digits(text, 20) + (digits(text, 21) % 10);
}

/** Writes a timestamp the way it was read. */
export function formatTimestamp(seconds: number, milliseconds: number): string {
  return new Date((seconds + EPOCH_SECONDS) * 1000 + milliseconds).toISOString();
}

/** The number that two digits make; not a number where they are none. */
function digits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const units = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && units >= 0 && units <= 9 ? 10 * tens + units : Number.NaN;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysIn(month: number, year: number): number {
  return (DAYS_BEFORE_MONTH[month] ?? 0) - (DAYS_BEFORE_MONTH[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);
}

function daysSinceEpoch(year: number, month: number, day: number): number {
  const past = year - 1;
  const leapDays =
    Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400) + (month > 2 && isLeap(year) ? 1 : 0);
  // 719,162 days passed before 1970.
  return past * 365 + leapDays + (DAYS_BEFORE_MONTH[month - 1] ?? 0) + day - 1 - 719_162 - EPOCH_DAYS;
}
