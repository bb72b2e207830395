import { escapeJson, escapeUnsafe } from "../../core/text/escapeText.js";

/** Starts "##[…]", "##vso[…]" and the like, which are commands anywhere in a log line of some CI systems. */
const COMMAND = /#(?=#\w*\[)/g;

/** An escape sequence of `styleText`. */
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`);

/** Makes text printable on one line: unsafe characters become escapes such as \u{1b}. */
export function escapeControlCharacters(text: string): string {
  return escapeUnsafe(text).replace(COMMAND, "\\u{23}");
}

/**
 * Escapes a report for output, but keeps line breaks. Also escapes two colons at the start of a line, because GitHub's
 * runner executes such a line as a command.
 * @param own what the report uses on purpose: colors, commands to the runner, or other line breaks.
 */
export function printable(
  report: string,
  own: { readonly colours?: boolean; readonly commands?: boolean; readonly lineBreak?: "\r\n" } = {},
): string {
  const { lineBreak = "\n" } = own;
  const lines = report.split(lineBreak).map((line) => {
    if (own.colours !== true) return escapeControlCharacters(line);
    return line
      .split(COLOUR)
      .map((part, at) => (at % 2 === 1 ? part : escapeControlCharacters(part)))
      .join("");
  });
  return (own.commands === true ? lines : lines.map((line) => line.replace(/^(\s*):(?=:)/, "$1\\u{3a}"))).join(
    lineBreak,
  );
}

/**
 * Writes unsafe characters as JSON escapes, which parsing restores.
 * @param indent spaces per level; by default, the JSON is on one line.
 */
export function visibleJson(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, undefined, indent)).replace(COMMAND, "\\u0023");
}
