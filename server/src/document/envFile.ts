import { isReferenceName, type Span } from "../../../schemas/references.js";

export interface Variable extends Span {
  readonly name: string;
}

const BLANK = /\s/;
const QUOTES: ReadonlySet<string | undefined> = new Set(['"', "'", "`"]);

/**
 * The variables that a `.env` file sets, in the order of the text, by the rules of Node's `util.parseEnv`, which reads
 * it for a push: lines of `NAME=value`, comments, `export`, and quotes around values of several lines. Only those that a
 * reference can name. Values are skipped, and not kept.
 */
export function variablesIn(text: string): readonly Variable[] {
  const found: Variable[] = [];
  /** Quotes that are not closed any more from here on. */
  const open = new Set<string>();
  for (let offset = text.startsWith("\uFEFF") ? 1 : 0; offset < text.length;) {
    offset = skip(text, offset, text.length);
    const lineEnd = endOfLine(text, offset);
    const equals = text[offset] === "#" ? -1 : text.indexOf("=", offset);
    if (equals < 0 || equals > lineEnd) {
      offset = lineEnd + 1;
      continue;
    }
    const variable = nameBetween(text, offset, equals);
    if (variable) found.push(variable);
    offset = endOfValue(text, equals + 1, open);
  }
  return found;
}

function nameBetween(text: string, from: number, equals: number): Variable | undefined {
  const exported = text.startsWith("export ", from) ? from + "export ".length : from;
  const start = skip(text, exported, equals);
  const name = text.slice(start, equals).trimEnd();
  return isReferenceName(name) ? { name, start, end: start + name.length } : undefined;
}

function endOfValue(text: string, from: number, open: Set<string>): number {
  const lineEnd = endOfLine(text, from);
  let start = from;
  while (start < lineEnd && BLANK.test(text[start] ?? "")) start++;
  const quote = text[start];
  if (quote === undefined || !QUOTES.has(quote) || open.has(quote)) return lineEnd + 1;
  const close = text.indexOf(quote, start + 1);
  if (close < 0) open.add(quote);
  return endOfLine(text, Math.max(close, start)) + 1;
}

function skip(text: string, from: number, to: number): number {
  let offset = from;
  while (offset < to && BLANK.test(text[offset] ?? "")) offset++;
  return offset;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}
