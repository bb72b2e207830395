import type { Position, Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { JsonNode } from "./tree.js";

/** The LSP range between two offsets. */
export function rangeBetween(document: TextDocument, start: number, end: number): Range {
  return { start: positionAt(document, start), end: positionAt(document, end) };
}

/** The LSP range of a node: of a string with its quotes, of an object with its braces. */
export function rangeOf(document: TextDocument, node: JsonNode): Range {
  return rangeBetween(document, node.offset, node.offset + node.length);
}

/** Above this number of characters it takes a document longer to find all its lines than us to find those we ask for. */
const LARGE = 2048;

/** Where the lines of a large text were last found to begin, as far as anybody has asked. */
let last: { readonly text: string; readonly starts: number[] } | undefined;

/** The same as the document's own, which reads a large text character by character. */
function positionAt(document: TextDocument, offset: number): Position {
  const text = document.getText();
  if (text.length < LARGE || text.includes("\r")) return document.positionAt(offset);
  if (last?.text !== text) last = { text, starts: [0] };
  const { starts } = last;
  for (let known = starts.at(-1) ?? 0; known <= offset; known = starts.at(-1) ?? Infinity) {
    const end = text.indexOf("\n", known);
    starts.push(end < 0 ? Infinity : end + 1);
  }
  let low = 0;
  for (let high = starts.length - 1; high - low > 1;) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= offset) low = middle;
    else high = middle;
  }
  return { line: low, character: Math.min(offset, text.length) - (starts[low] ?? 0) };
}
