/**
 * Control, format and bidirectional characters, which can control a terminal or reorder text. Also the start of
 * "##[…]", "##vso[…]" and the like, which are commands anywhere in a log line of some CI systems.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|#(?=#\w*\[)/gu;

/** An escape sequence of `styleText`. */
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`);

/** Makes text printable on one line: unsafe characters become escapes such as \u{1b}. */
export function escapeControlCharacters(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
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
  // Line breaks are only between tokens: JSON escapes them in strings.
  return JSON.stringify(value, undefined, indent).replace(UNSAFE, (character) =>
    character === "\n" ? character : character.split("").map(unitEscape).join(""),
  );
}

function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
