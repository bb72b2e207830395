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

/** Whether a text, as it is written, may hold a reference. Most hold none. A dollar or a brace may be written as an escape. */
export function canHoldReferences(text: string): boolean {
  return mayHoldReferences(text) || text.includes("\\u00");
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
