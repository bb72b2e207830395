/**
 * Control, format and bidirectional characters, which could steer a terminal or
 * reorder the text around them; and "##", which begins a command to the runner
 * in the logs of some pipelines, wherever it stands in a line.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|#(?=#)/gu;

/** Text from a file's name or contents, as it can be printed in one line: unsafe characters become escapes such as \u{1b}. */
export function visible(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A value as JSON in one line, unsafe characters written as JSON's own escapes, so that whoever parses it gets them back. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, index) => unitEscape(character.charCodeAt(index))).join(""),
  );
}

function unitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
