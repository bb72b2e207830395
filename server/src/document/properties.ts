import type { JsonNode } from "./tree.js";

export interface Property {
  /** Its name, escapes decoded. */
  readonly name: string;
  /** The property as a whole, from its key to the end of its value. */
  readonly node: JsonNode;
  readonly key: JsonNode;
  /** Absent where the text breaks off before the value. */
  readonly value: JsonNode | undefined;
}

export interface JsonObject {
  readonly node: JsonNode;
  /** Each name once, in the order of the text. Of properties with the same name the last one counts. */
  readonly properties: readonly Property[];
  /** Properties whose name was there before, in the order of the text. */
  readonly duplicates: readonly Property[];
}

/** Reads the properties of an object node. */
export function readObject(node: JsonNode): JsonObject {
  const all: Property[] = (node.children ?? []).flatMap((child) => {
    const [key, value] = child.children ?? [];
    return key ? [{ name: String(key.value), node: child, key, value }] : [];
  });
  const last = new Map<string, Property>();
  const duplicates: Property[] = [];
  for (const property of all) {
    if (last.has(property.name)) duplicates.push(property);
    last.set(property.name, property);
  }
  return { node, properties: all.filter((property) => last.get(property.name) === property), duplicates };
}

/** The property of this name. */
export function propertyOf(object: JsonObject, name: string): Property | undefined {
  return object.properties.find((property) => property.name === name);
}

/** Whether one of them has this name. */
export function has(named: readonly { readonly name: string }[], name: string): boolean {
  return named.some((candidate) => candidate.name === name);
}

/** The repeated properties of an object or array and of everything in it, in the order of the text. */
export function duplicatesWithin(node: JsonNode): readonly Property[] {
  const own = node.type === "object" ? readObject(node).duplicates : [];
  const values = (node.children ?? []).map((child) => (node.type === "object" ? child.children?.[1] : child));
  return [...own, ...values.flatMap((value) => (value?.children ? duplicatesWithin(value) : []))];
}
