import type { Field } from "../../../schemas/fields.js";
import type { Variant } from "../../../schemas/variants.js";

const MAX_NAME = 40;
/** Control and format characters, among them those that change the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A property name from a file, safe to show: cut to a sensible length, nothing in it that changes its surroundings. */
export function quoted(name: string): string {
  const shown = [...name.slice(0, 4 * MAX_NAME).replaceAll(INVISIBLE, "")];
  return `"${shown.length > MAX_NAME ? `${shown.slice(0, MAX_NAME).join("")}…` : shown.join("")}"`;
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[], last: "and" | "or" = "and"): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} ${last} ${items.at(-1) ?? ""}`;
}

/** Names of properties, quoted. */
export function names(items: readonly { readonly name: string }[], last: "and" | "or" = "and"): string {
  return listed(items.map(({ name }) => quoted(name)), last);
}

/** The required fields of a variant, as in "api_key with base_url". */
export function fieldSet({ fields }: Variant): string {
  return listed(fields.filter(({ required }) => required).map(({ name }) => name));
}

/** "a BEARER setup", "an API_KEY setup". */
export function aSetup(type: string): string {
  return `${/^[AEIOU]/.test(type) ? "an" : "a"} ${type} setup`;
}

/** "1 to 150 characters", "at most 30 characters", "at least 1 character"; nothing for a field without limits. */
export function lengthLimits({ minLength, maxLength }: Field): string {
  if (maxLength !== undefined) return `${minLength === undefined ? "at most" : `${minLength} to`} ${maxLength} characters`;
  return minLength === undefined ? "" : `at least ${minLength} ${minLength === 1 ? "character" : "characters"}`;
}
