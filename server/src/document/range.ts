import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { JsonNode } from "./tree.js";

/** The LSP range between two offsets. */
export function rangeBetween(document: TextDocument, start: number, end: number): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** The LSP range of a node: of a string with its quotes, of an object with its braces. */
export function rangeOf(document: TextDocument, node: JsonNode): Range {
  return rangeBetween(document, node.offset, node.offset + node.length);
}
