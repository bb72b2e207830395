import * as l10n from "@vscode/l10n";
import { codePointOf, hiddenIn, SEEN_FORMAT } from "../../../schemas/hidden.js";
import { lateExpression } from "../../../schemas/lateExpression.js";

const MAX_NAME = 40;
const SEEN = /^[ -~]*$/;
/** Control and format characters, including those that change the text direction. */
const invisible = lateExpression(String.raw`(?!${SEEN_FORMAT})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]`, "gu");

/**
 * Makes a property name from a file safe to show: shortened, with the code points of characters that can't be seen, or
 * told from others.
 */
export function quoted(name: string): string {
  let text = name.slice(0, 4 * MAX_NAME);
  if (!SEEN.test(text)) text = text.replaceAll(invisible(), (character) => `<${codePointOf(character)}>`);
  for (let hidden = hiddenIn(text); hidden; hidden = hiddenIn(text))
    text = text.replaceAll(hidden.character, `<${codePointOf(hidden.character)}>`);
  const shown = [...text];
  return `"${shown.length > MAX_NAME ? `${shown.slice(0, MAX_NAME).join("")}…` : shown.join("")}"`;
}

/**
 * "a", "a and b", "a, b and c", localized. Avoids `Intl.ListFormat`, which takes 10 ms to load and would delay the
 * first diagnostic.
 */
export function listed(items: readonly string[], last: "and" | "or" = "and"): string {
  const final = items.at(-1) ?? "";
  if (items.length < 2) return final;
  const others = separated(items.slice(0, -1));
  return last === "and" ? l10n.t("{0} and {1}", others, final) : l10n.t("{0} or {1}", others, final);
}

/** "a, b, c", localized. */
export function separated(items: readonly string[]): string {
  return items.join(l10n.t(", "));
}

/** A list of quoted property names. */
export function names(items: readonly { readonly name: string }[]): string {
  return listed(items.map(({ name }) => quoted(name)));
}
