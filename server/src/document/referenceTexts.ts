import { mayHoldReferences, parseReferences, type ParsedText } from "../../../schemas/references.js";
import type { Property } from "./properties.js";
import type { Setup } from "./setup.js";
import type { JsonNode } from "./tree.js";
import type { FieldValue } from "./values.js";

/** A string of the file that holds something like a reference. */
export interface ReferenceText {
  readonly node: JsonNode;
  readonly parsed: ParsedText;
}

/**
 * The strings that hold something like a reference: among the values of known
 * properties, and anywhere in the extra properties of an open variant.
 */
export function referencesIn(values: readonly FieldValue[], setup: Setup | undefined): readonly ReferenceText[] {
  const found: ReferenceText[] = [];
  for (const { node, parsed } of values) if (parsed) found.push({ node, parsed });
  for (const { value } of setup ? extraProperties(setup) : []) if (value) collect(value, found);
  return found.length < 2 ? found : found.sort((a, b) => a.node.offset - b.node.offset);
}

/** The properties an open variant does not name but takes; none for a closed one. */
export function extraProperties({ choice, fields }: Setup): readonly Property[] {
  if (choice.kind !== "chosen" || choice.variant.closed) return [];
  const { variant } = choice;
  return fields.filter(({ name }) => !variant.fields.some((field) => field.name === name));
}

function collect(node: JsonNode, found: ReferenceText[]): void {
  if (typeof node.value === "string") {
    if (mayHoldReferences(node.value)) found.push({ node, parsed: parseReferences(node.value) });
    return;
  }
  for (const child of node.children ?? []) {
    const value = node.type === "object" ? child.children?.[1] : child;
    if (value) collect(value, found);
  }
}
