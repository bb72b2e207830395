/**
 * Control, format and bidirectional characters, which could control a terminal or reorder text; and "##", which begins
 * a command in the logs of some pipelines, anywhere in a line.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|#(?=#)/gu;

/** An escape sequence of `styleText`. */
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`);

/** Makes text printable in one line: unsafe characters become escapes such as \u{1b}. */
export function escapeControlCharacters(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * Escapes a report for output. Keeps line breaks; in GitHub's logs, a line that begins with two colons is a command to
 * the runner.
 * @param own what this program adds itself: colors, or commands to the runner.
 */
export function printable(
  report: string,
  own: { readonly colours?: boolean; readonly commands?: boolean } = {},
): string {
  const lines = report.split("\n").map((line) => {
    if (own.colours !== true) return escapeControlCharacters(line);
    return line
      .split(COLOUR)
      .map((part, at) => (at % 2 === 1 ? part : escapeControlCharacters(part)))
      .join("");
  });
  return (own.commands === true ? lines : lines.map((line) => line.replace(/^(\s*):(?=:)/, "$1\\u{3a}"))).join("\n");
}

/**
 * Writes unsafe characters as JSON escapes, so that parsing restores them.
 * @param indent spaces per level; one line if not given.
 */
export function visibleJson(value: unknown, indent?: number): string {
  // A line break is between tokens here: within strings, JSON escapes it.
  return JSON.stringify(value, undefined, indent).replace(UNSAFE, (character) =>
    character === "\n" ? character : character.split("").map(unitEscape).join(""),
  );
}

function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
