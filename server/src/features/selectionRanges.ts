import type { Position, SelectionRange, SelectionRangeParams } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../document/setupFile.js";
import { type JsonNode, nodesAt, rangeBetween } from "../document/jsonTree.js";
import type { Feature } from "./feature.js";

/** Expands a selection from text to its string, property, object and file. */
export const selectionRanges: Feature = {
  capabilities: () => ({ selectionRangeProvider: true }),
  register(connection, { answerAbout }) {
    connection.onSelectionRanges(
      answerAbout("Selection ranges", [], (document, { positions }: SelectionRangeParams) =>
        positions.map((position) => selectionAt(document, position)),
      ),
    );
  },
};

/** The smallest selection around a position, with its parents. It may be empty. */
export function selectionAt(document: TextDocument, position: Position): SelectionRange {
  const offset = document.offsetAt(position);
  const { tree, text } = setupFileOf(document);
  let selection: SelectionRange = { range: rangeBetween(document, 0, text.length) };
  let [lastStart, lastEnd] = [0, text.length];
  for (const [start, end] of nodesAt(tree, offset).flatMap((node) => spansOf(node, offset))) {
    if (start < lastStart || end > lastEnd || (start === lastStart && end === lastEnd)) continue;
    selection = { range: rangeBetween(document, start, end), parent: selection };
    [lastStart, lastEnd] = [start, end];
  }
  return selection;
}

/** The spans of a node and of the text inside its quotes, braces or brackets. */
function spansOf({ type, offset, length }: JsonNode, cursor: number): readonly (readonly [number, number])[] {
  const end = offset + length;
  const holds = type === "string" || type === "object" || type === "array";
  const whole = [offset, end] as const;
  return holds && offset < cursor && cursor < end ? [whole, [offset + 1, end - 1]] : [whole];
}
