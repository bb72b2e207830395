import { SEEN_FORMAT } from "../../../schemas/hidden.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";

/**
 * Keeps untrusted text recognizable as data: unsafe characters become escapes such as \u{202e}.
 * @param limit in code points, before escaping; longer text ends in an ellipsis.
 */
export function escapeText(text: string, limit: number): string {
  const points = [...text.slice(0, limit * 2 + 2)];
  return escapeUnsafe(points.length > limit ? `${points.slice(0, limit - 1).join("")}…` : points.join(""));
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const UNSAFE = new RegExp(`(?!${SEEN_FORMAT})${INVISIBLE.source}`, "gu");

/** Makes text printable on one line: unsafe characters become escapes such as \u{1b}. Joiners of a text stay. */
export function escapeUnsafe(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Writes unsafe characters as JSON escapes, which parsing restores. */
export function escapeJson(json: string): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // Line breaks are only between tokens: JSON escapes them in strings.
  return json.replace(INVISIBLE, (character) =>
    character === "\n" ? character : character.split("").map(escaped).join(""),
  );
}

/** Quick picks and the status bar render it as an icon. */
const ICON = /\$\([\w-]+(?:~\w+)?\)/g;

/** For labels that render icons: escapes `$(name)`, so that it stays text. */
export function sanitizeLabel(text: string, limit?: number): string {
  return sanitizeText(text, limit).replaceAll(ICON, String.raw`\$&`);
}

/** Replaces unsafe characters in the path by hyphens. The query has the original name, to distinguish documents. */
export function reviewAddress(name: string, ending: string): { readonly path: string; readonly query: string } {
  return { path: `/${name.replaceAll(/[^\p{L}\p{N}_/-]+/gu, "-")}${ending}`, query: name };
}
