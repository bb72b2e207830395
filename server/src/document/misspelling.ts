import { distance } from "fastest-levenshtein";
import { asciiOf } from "../../../schemas/hidden.js";

/** With more edits, it's probably another word. */
const MAX_EDITS = 2;

/**
 * Whether a text is a misspelling of a name.
 * @returns the number of edits, or undefined if it's none. Differences in case, hyphens, underscores and
 *   what people can't see count as 0.
 */
export function misspelling(text: string, name: string): number | undefined {
  if (text.length > 2 * name.length + MAX_EDITS) return undefined;
  if (bare(text) === bare(name)) return 0;
  const edits = editsBetween(text, name);
  return edits <= MAX_EDITS && edits < name.length / 2 ? edits : undefined;
}

/** The name that a text most likely means. @returns the nearest name, or the first of several that are equally near. */
export function nearestName(text: string, names: Iterable<string>): string | undefined {
  const near = [...names].flatMap((name) => {
    const edits = misspelling(text, name);
    return edits === undefined ? [] : [{ name, edits }];
  });
  return near.sort((a, b) => a.edits - b.edits)[0]?.name;
}

export function isOneEditAway(text: string, name: string): boolean {
  return Math.abs(text.length - name.length) < 2 && editsBetween(text, name) === 1;
}

function bare(text: string): string {
  return asciiOf(text).replaceAll(/[-_]/g, "").toLowerCase();
}

/**
 * Counts insertions, deletions, replacements and swaps of neighbors as one edit each. Levenshtein counts a swap as two.
 */
function editsBetween(text: string, name: string, maxSwaps = MAX_EDITS): number {
  const edits = distance(text, name);
  if (edits < 2 || edits > 2 * maxSwaps) return edits;
  const swapped = Array.from({ length: text.length - 1 }, (_, at) => swap(text, at));
  return Math.min(edits, ...swapped.map((other) => 1 + editsBetween(other, name, maxSwaps - 1)));
}

function swap(text: string, at: number): string {
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
}
