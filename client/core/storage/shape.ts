import { formats } from "../../../schemas/formats.js";
import { isObject } from "../text/json.js";

type Check = (value: unknown) => boolean;

/**
 * Validates what another program, or another version, may have written.
 * @param checks one for each property of the type, so that none is forgotten. Other properties are ignored.
 */
export function shape<Value extends object>(checks: { readonly [Name in keyof Value]-?: Check }) {
  const all = Object.entries<Check>(checks);
  return (value: unknown): value is Value => isObject(value) && all.every(([name, check]) => check(value[name]));
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** An address that `URL` can parse. */
export function isOrigin(value: unknown): value is string {
  return isString(value) && URL.canParse(value);
}

/** As in RFC 3339 (`full-date`). */
export function isDate(value: unknown): value is string {
  return isString(value) && formats["full-date"](value);
}

export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

export function optional(check: Check): Check {
  return (value) => value === undefined || check(value);
}

export function listOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

export function dictionaryOf<Value>(check: (value: unknown) => value is Value) {
  return (value: unknown): value is Readonly<Record<string, Value>> =>
    isObject(value) && Object.values(value).every(check);
}
