import type { SetupFile } from "../../document/setupFile.js";
import { nodesAt, type JsonNode } from "../../document/tree.js";
import type { FieldValue } from "../../document/values.js";
import type { Finding } from "../../rules/check.js";

/** A property of the text with the object it belongs to. */
export interface PlacedProperty {
  readonly object: JsonNode;
  readonly property: JsonNode;
  readonly key: JsonNode;
  readonly value: JsonNode | undefined;
}

/** The property a finding marks, at its key or its value. */
export function propertyAt({ tree }: SetupFile, { problem }: Finding): PlacedProperty | undefined {
  const property = nodesAt(tree, problem.start).findLast(({ type }) => type === "property");
  const [key, value] = property?.children ?? [];
  return property?.parent && key ? { object: property.parent, property, key, value } : undefined;
}

/** The value a finding marks, with its field. */
export function valueAt({ values }: SetupFile, { problem }: Finding): FieldValue | undefined {
  return values.find(({ node }) => node.offset === problem.start);
}

/** The properties of an object that have this name, in the order of the text. */
export function propertiesNamed(object: JsonNode, name: string): readonly JsonNode[] {
  return (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
}
