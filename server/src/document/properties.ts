import type { JsonNode } from "./tree.js";

/** One property of an object. */
export interface Property {
  /** Its name, escapes decoded. */
  readonly name: string;
  /** The property as a whole, from its key to the end of its value. */
  readonly node: JsonNode;
  readonly key: JsonNode;
  /** Absent where the text breaks off before the value. */
  readonly value: JsonNode | undefined;
}

/** An object of the text, with its properties by name. */
export interface JsonObject {
  readonly node: JsonNode;
  /** Each name once, in the order of the text. Of properties with the same name the last one counts. */
  readonly properties: readonly Property[];
  /** Properties whose name was there before, in the order of the text. */
  readonly duplicates: readonly Property[];
}

/** Above this number of properties, names are compared through a map. */
const FEW = 12;

/** Reads the properties of an object node. */
export function readObject(node: JsonNode): JsonObject {
  const all: Property[] = [];
  for (const child of node.children ?? []) {
    const [key, value] = child.children ?? [];
    if (key) all.push({ name: String(key.value), node: child, key, value });
  }
  return all.length <= FEW ? readFew(node, all) : readMany(node, all);
}

/** The property of this name. */
export function propertyOf(object: JsonObject, name: string): Property | undefined {
  return object.properties.find((property) => property.name === name);
}

function readFew(node: JsonNode, all: readonly Property[]): JsonObject {
  const isRepeat = (property: Property, index: number): boolean => {
    for (let before = 0; before < index; before++) if (all[before]?.name === property.name) return true;
    return false;
  };
  const duplicates = all.filter(isRepeat);
  if (duplicates.length === 0) return { node, properties: all, duplicates };
  return { node, properties: all.filter(({ name }, index) => all.findLastIndex((other) => other.name === name) === index), duplicates };
}

function readMany(node: JsonNode, all: readonly Property[]): JsonObject {
  const last = new Map<string, Property>();
  const duplicates: Property[] = [];
  for (const property of all) {
    if (last.has(property.name)) duplicates.push(property);
    last.set(property.name, property);
  }
  return { node, properties: duplicates.length === 0 ? all : all.filter((property) => last.get(property.name) === property), duplicates };
}

/**
 * The repeated properties of an object or array and of everything in it, in the
 * order of the text.
 */
export function duplicatesWithin(node: JsonNode): readonly Property[] {
  const found: Property[] = [];
  collect(node, found);
  return found;
}

function collect(node: JsonNode, found: Property[]): void {
  if (node.type === "object") found.push(...readObject(node).duplicates);
  for (const child of node.children ?? []) {
    const value = node.type === "object" ? child.children?.[1] : child;
    if (value?.children) collect(value, found);
  }
}
