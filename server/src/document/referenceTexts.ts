import type { ParsedText } from "../../../schemas/references.js";
import type { JsonNode } from "./jsonTree.js";
import type { FieldValue } from "./fieldValues.js";

/** A string in a place that allows references. */
export interface ReferenceText {
  readonly node: JsonNode;
  readonly parsed: ParsedText;
}

/** The strings that contain references or malformed ones. */
export function referencesIn(values: readonly FieldValue[]): readonly ReferenceText[] {
  const found = values.flatMap(({ node, parsed }) => (parsed ? [{ node, parsed }] : []));
  return found.sort((a, b) => a.node.offset - b.node.offset);
}

/** The strings in a value. */
export function* stringsIn(node: JsonNode | undefined): Generator<JsonNode> {
  if (!node) return;
  if (node.type === "string") yield node;
  for (const child of node.children ?? []) yield* stringsIn(node.type === "object" ? child.children?.[1] : child);
}
