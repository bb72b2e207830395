import { mayHoldReferences, type Span } from "../../../schemas/references.js";
import { sourceTextOf, type JsonNode } from "./tree.js";

/**
 * Where the characters of a JSON string stand in the text: an escape such as
 * `\u0024` is one character of the value and six of the text.
 * @param token the string as it is written, quotes included.
 * @param index an index into the decoded value; its length is allowed.
 * @returns an offset from the opening quote.
 */
export function offsetInString(token: string, index: number): number {
  return advanced(token, 1, index);
}

/** A text, and whether it may hold a reference anywhere: to look for one takes a while where it is long. */
export interface SourceText {
  readonly text: string;
  readonly mayRefer: boolean;
}

/** The parser gives the value of a long string in pieces, and to put them together takes longer than to find them. */
const LONG = 1024;
/** What a placeholder can begin with. */
export const PLACEHOLDER_BEGINNINGS = "<tTfFcCxX.yY";
const ORDINARY_BEGINNING = new RegExp(`^"[^\\s\\\\${PLACEHOLDER_BEGINNINGS}]`);
/** The last character is no escape. PEM text may end in a line break. */
const ORDINARY_END = /[^\\][^\s\\](?<!\\u[\da-fA-F]{4})"$/;
const PEM_BEGINNING = '"-----BEGIN ';
const PEM_END = /[^\\][^\s\\](?<!\\u[\da-fA-F]{4})(?:(?:\\r)?\\n)?"$/;
const END_LENGTH = 16;

/** Whether a text, as it is written, may hold a reference. Most hold none. A dollar or a brace may be written as an escape. */
export function canHoldReferences(text: string): boolean {
  return mayHoldReferences(text) || text.includes("\\u00");
}

/**
 * Whether a long string is, by the way it is written, certainly a text without references, without white space at its
 * ends, and no placeholder, so that its value need not be looked at. False says nothing.
 * @param source the text of the file.
 */
export function isOrdinaryText({ text, mayRefer }: SourceText, node: JsonNode): boolean {
  if (node.type !== "string" || node.length < LONG) return false;
  const token = sourceTextOf(text, node);
  const end = token.startsWith(PEM_BEGINNING) ? PEM_END : ORDINARY_END;
  const endsSo = ORDINARY_BEGINNING.test(token) && end.test(token.slice(-END_LENGTH));
  return endsSo && !(mayRefer && canHoldReferences(token));
}

function advanced(token: string, from: number, characters: number): number {
  let offset = from;
  for (let decoded = 0; decoded < characters && offset < token.length; decoded++) {
    if (token[offset] !== "\\") offset++;
    else offset += token[offset + 1] === "u" ? 6 : 2;
  }
  return offset;
}

/**
 * Where several parts of a string's value stand in the text of the file, found in one pass.
 * @param node the string.
 * @param spans parts of the decoded value, in order and not overlapping.
 */
export function placesOf(text: string, node: JsonNode, spans: readonly Span[]): readonly Span[] {
  const token = sourceTextOf(text, node);
  let from = { index: 0, offset: 1 };
  const advance = (index: number): number => {
    from = { index, offset: advanced(token, from.offset, index - from.index) };
    return node.offset + from.offset;
  };
  return spans.map(({ start, end }) => ({ start: advance(start), end: advance(end) }));
}
