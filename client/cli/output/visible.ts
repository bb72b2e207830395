/**
 * Control, format and bidirectional characters, which could steer a terminal or
 * reorder the text around them; and "##", which begins a command to the runner
 * in the logs of some pipelines, wherever it stands in a line.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|#(?=#)/gu;

/** How a colour begins and ends, as `styleText` writes it. */
const COLOUR = new RegExp(`(${String.fromCharCode(27)}\\[\\d+m)`);

/** Text from a file's name or contents, as it can be printed in one line: unsafe characters become escapes such as \u{1b}. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/**
 * A report on its way out of the process. Its line breaks stay; nothing else in it steers a terminal or the log of a
 * pipeline. In GitHub's logs, a line that begins with two colons is a command to the runner.
 * @param own what this program adds by itself: colours, or commands to the runner.
 */
export function printable(
  report: string,
  own: { readonly colours?: boolean; readonly commands?: boolean } = {},
): string {
  const lines = report.split("\n").map((line) => {
    if (own.colours !== true) return visible(line);
    return line
      .split(COLOUR)
      .map((part, at) => (at % 2 === 1 ? part : visible(part)))
      .join("");
  });
  return (own.commands === true ? lines : lines.map((line) => line.replace(/^(\s*):(?=:)/, "$1\\u{3a}"))).join("\n");
}

/**
 * A value as JSON, unsafe characters written as JSON's own escapes, so that whoever parses it gets them back.
 * @param indent how many spaces each level is indented by; in one line if not given.
 */
export function visibleJson(value: unknown, indent?: number): string {
  // A line break stands between tokens here: within strings, JSON escapes it.
  return JSON.stringify(value, undefined, indent).replace(UNSAFE, (character) =>
    character === "\n" ? character : character.split("").map(unitEscape).join(""),
  );
}

function unitEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
