import { setTimeout as wait } from "node:timers/promises";

const POLL_MS = 100;
/** The variable that has the wait for what a window shows end sooner, in milliseconds. */
export const PATIENCE_VARIABLE = "VAULTCONN_TEST_PATIENCE_MS";
/** A generous default, for machines that do much else: only a failure reaches it. */
export const TIMEOUT_MS = Number(process.env[PATIENCE_VARIABLE] ?? 100_000);

/**
 * Waits until `probe` gives something other than undefined or false, and returns it. An exception of the probe counts
 * as "not yet", since what it looks at may be redrawn while it looks.
 *
 * @param what what is waited for, for the error message
 * @param timeoutMs milliseconds
 * @throws {Error} that says what was waited for and what was seen last
 */
export async function until<T>(
  what: string,
  probe: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  for (;;) {
    try {
      const seen = await probe();
      if (seen !== undefined && seen !== false) return seen;
      last = seen;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s for ${what}. Seen last: ${String(last)}`);
    await wait(POLL_MS);
  }
}

/** How long the first try of something gets that is tried again, in milliseconds. */
const FIRST_TRY_MS = 4000;

/**
 * Does in steps what the window may undo half way, such as choosing from a list that closes when something else takes
 * the focus, and begins again where a step isn't possible. On a slow machine a step takes long without being undone, so
 * each try gets twice the time of the one before.
 *
 * @param attempt given how long each of its steps may take, in milliseconds; it hasn't done it if it throws or gives false
 * @param firstTryMs milliseconds
 * @throws {Error} that says what was to be done and what was seen last
 */
export async function untilDone(
  what: string,
  attempt: (patienceMs: number) => Promise<unknown>,
  firstTryMs = FIRST_TRY_MS,
): Promise<void> {
  let patience = firstTryMs / 2;
  await until(what, async () => {
    patience = Math.min(2 * patience, TIMEOUT_MS / 2);
    return (await attempt(patience)) !== false;
  });
}

/**
 * Reads a value again and again until it satisfies a condition, and returns it.
 *
 * @throws {Error} that shows the value read last
 */
export function untilValue<T extends string | object>(
  what: string,
  read: () => Promise<T>,
  holds: (value: T) => boolean,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const look = async (): Promise<T> => {
    const value = await read();
    if (holds(value)) return value;
    throw new Error(JSON.stringify(value, null, 1));
  };
  return until(what, look, timeoutMs);
}

/** Reads a text until it contains another or matches a pattern, and returns it. */
export function untilText(what: string, read: () => Promise<string>, wanted: string | RegExp): Promise<string> {
  return untilValue(`${what} with ${String(wanted)}`, read, (text) => matches(text, wanted));
}

/** Whether a text contains another or matches a pattern. */
export function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}

/** So many reads in a row find a value that is meant to stay. */
const READS_AT_REST = 10;

/** Reads a value that something else may still replace until it has been the wanted one for a second. */
export async function untilStays<T>(what: string, read: () => Promise<T>, wanted: T, timeoutMs: number): Promise<void> {
  let count = 0;
  const look = async (): Promise<boolean> => {
    count = (await read()) === wanted ? count + 1 : 0;
    return count >= READS_AT_REST;
  };
  await until(`${what} to stay`, look, timeoutMs);
}
