import { mayHoldReferences, type ParsedText, parseReferences } from "../../../schemas/references.js";
import type { Setup } from "./setup.js";
import type { JsonNode, Property } from "./tree.js";
import type { FieldValue } from "./values.js";

/** A string in a place that allows references. */
export interface ReferenceText {
  readonly node: JsonNode;
  readonly parsed: ParsedText;
}

/**
 * The strings that contain references or malformed ones, in known properties and in extra properties of an open
 * variant.
 */
export function referencesIn(values: readonly FieldValue[], setup: Setup | undefined): readonly ReferenceText[] {
  const found: ReferenceText[] = [];
  for (const { node, parsed } of values) if (parsed) found.push({ node, parsed });
  for (const { value } of setup ? extraProperties(setup) : [])
    for (const node of stringsIn(value))
      if (mayHoldReferences(String(node.value))) found.push({ node, parsed: parseReferences(String(node.value)) });
  return found.sort((a, b) => a.node.offset - b.node.offset);
}

/** The properties that an open variant accepts although it doesn't list them; none for a closed variant. */
export function extraProperties({ choice, fields }: Setup): readonly Property[] {
  if (choice.kind !== "chosen" || choice.variant.closed) return [];
  const { variant } = choice;
  return fields.filter(({ name }) => !variant.fields.some((field) => field.name === name));
}

/** The strings in a value. @param literal values to leave out. */
export function* stringsIn(
  node: JsonNode | undefined,
  literal: ReadonlySet<JsonNode> = new Set(),
): Generator<JsonNode> {
  if (!node || literal.has(node)) return;
  if (node.type === "string") yield node;
  for (const child of node.children ?? [])
    yield* stringsIn(node.type === "object" ? child.children?.[1] : child, literal);
}
