/**
 * `.env` files. Shells and the libraries of many languages read them, and disagree about comments, escapes and quotes.
 * What they read alike is a value here. For the rest, there's a fault, so that no value is used that nobody wrote.
 */
import type { Span } from "./references.js";

export interface EnvFile {
  /** In text order. Of several with one name, the last one counts. */
  readonly variables: readonly EnvVariable[];
  /** If there's one, it's unclear where values begin and end, and no value of the file can be used. */
  readonly fault: EnvFault | undefined;
}

interface EnvVariable {
  /** May be a name that no reference can use. */
  readonly name: string;
  readonly place: Span;
  readonly value: string | EnvFault;
}

export interface EnvFault {
  readonly kind: "ambiguous" | "not-a-variable" | "unclear-end" | "control";
  /** Counted from 1. */
  readonly line: number;
}

const EMPTY = /^[ \t]*(?:#|$)/;
const ASSIGNMENT = /^([ \t]*(?:export[ \t]+)?)([\w.-]+)[ \t]*= */;
const AFTER_QUOTES = /^(?: +#.*| *)$/s;
/** A carriage return alone ends a line for some programs, and others drop it. */
const CONTROL = /[^\P{Cc}\t\r\n]|[\u2028\u2029]|\r(?!\n)/u;
/** Some programs expand these. */
const SPECIAL = /[$`\\]/;
const QUOTE = /["'`]/;
/** To a shell, the value ends here. Other characters that a shell interprets make it fail. */
const END_IN_SHELL = /[ \t][A-Za-z_]\w*=|;$/;
/** Its next lines may look like variables: base64 text may end with `=`. */
const FIRST_LINE_OF_PEM = /^-----BEGIN (?!.*-----END )/;

/** @param text without its byte order mark. */
export function readEnvFile(text: string): EnvFile {
  const variables: EnvVariable[] = [];
  const control = CONTROL.exec(text)?.index;
  let fault: EnvFault | undefined =
    control === undefined ? undefined : { kind: "control", line: lineBreaks(text.slice(0, control)) + 1 };
  for (let at = 0, line = 1; at < text.length;) {
    let end = endOfLine(text, at);
    const written = text.slice(at, end);
    const [head = "", before = "", name = ""] = ASSIGNMENT.exec(written) ?? [];
    if (name !== "") {
      const read = readValue(text, at + head.length);
      const start = at + before.length;
      const value = "value" in read ? read.value : { kind: read.kind, line };
      variables.push({ name, place: { start, end: start + name.length }, value });
      if (typeof value !== "string" && value.kind === "unclear-end") fault ??= value;
      end = read.end;
    } else if (!EMPTY.test(written)) fault ??= { kind: "not-a-variable", line };
    const next = text.startsWith("\r", end) ? end + 2 : end + 1;
    line += lineBreaks(text.slice(at, next));
    at = next;
  }
  return { variables, fault };
}

type Value = { readonly end: number } & ({ readonly value: string } | Pick<EnvFault, "kind">);

function readValue(text: string, start: number): Value {
  const lineEnd = endOfLine(text, start);
  const quote = text.charAt(start);
  if (start === lineEnd || !QUOTE.test(quote)) {
    const value = unquoted(text.slice(start, lineEnd));
    return value === undefined ? { end: lineEnd, kind: "ambiguous" } : { end: lineEnd, value };
  }
  const close = text.indexOf(quote, start + 1);
  const inside = text.slice(start + 1, close);
  // To some programs, the backslash makes the mark part of the value.
  if (close < 0 || inside.endsWith("\\")) return { end: lineEnd, kind: "unclear-end" };
  const end = endOfLine(text, close);
  const isAlone = AFTER_QUOTES.test(text.slice(close + 1, end));
  if (!isAlone && inside.includes("\n")) return { end: lineEnd, kind: "unclear-end" };
  const isPlain = quote === "'" || (quote === '"' && !SPECIAL.test(inside));
  return isAlone && isPlain ? { end, value: inside.replaceAll("\r\n", "\n") } : { end, kind: "ambiguous" };
}

/** @returns undefined if programs read the value differently. */
function unquoted(written: string): string | undefined {
  const hash = written.indexOf("#");
  const isComment = hash > 0 && written.charAt(hash - 1) === " ";
  if (hash >= 0 && !isComment) return undefined;
  const padded = isComment ? written.slice(0, hash) : written;
  const value = padded.trim();
  const isPadded = !padded.startsWith(value) || /[^ ]/.test(padded.slice(value.length));
  return isPadded || [QUOTE, SPECIAL, END_IN_SHELL, FIRST_LINE_OF_PEM].some((unclear) => unclear.test(value))
    ? undefined
    : value;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  if (end < 0) return text.length;
  return end > from && text.charAt(end - 1) === "\r" ? end - 1 : end;
}

function lineBreaks(text: string): number {
  return text.split("\n").length - 1;
}
