import type { ParsedText } from "../../../schemas/references.js";
import type { JsonNode } from "./tree.js";
import type { FieldValue } from "./values.js";

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

/** The strings in a value. @param literal values to leave out. */
export function* stringsIn(node: JsonNode | undefined, literal: ReadonlySet<JsonNode>): Generator<JsonNode> {
  if (!node || literal.has(node)) return;
  if (node.type === "string") yield node;
  for (const child of node.children ?? [])
    yield* stringsIn(node.type === "object" ? child.children?.[1] : child, literal);
}
