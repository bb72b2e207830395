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

const NONE: readonly Property[] = [];

/** Reads the properties of an object node. */
export function readObject(node: JsonNode): JsonObject {
  const all: Property[] = [];
  let repeated = false;
  for (const child of node.children ?? []) {
    const [key, value] = child.children ?? [];
    if (!key) continue;
    const name = key.value as string;
    if (!repeated && all.length <= FEW) repeated = has(all, name);
    all.push({ name, node: child, key, value });
  }
  if (!repeated && all.length <= FEW) return { node, properties: all, duplicates: NONE };
  return withoutRepeats(node, all);
}

/** The property of this name. */
export function propertyOf(object: JsonObject, name: string): Property | undefined {
  for (const property of object.properties) if (property.name === name) return property;
  return undefined;
}

/** Whether one of them has this name. */
export function has(named: readonly { readonly name: string }[], name: string): boolean {
  for (const candidate of named) if (candidate.name === name) return true;
  return false;
}

function withoutRepeats(node: JsonNode, all: readonly Property[]): JsonObject {
  const last = new Map<string, Property>();
  const duplicates: Property[] = [];
  for (const property of all) {
    if (last.has(property.name)) duplicates.push(property);
    last.set(property.name, property);
  }
  return {
    node,
    properties: duplicates.length === 0 ? all : all.filter((property) => last.get(property.name) === property),
    duplicates,
  };
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
  if (node.type === "object" && hasRepeats(node))
    for (const property of readObject(node).duplicates) found.push(property);
  for (const child of node.children ?? []) {
    const value = node.type === "object" ? child.children?.[1] : child;
    if (value?.children) collect(value, found);
  }
}

/** Extra values may be large and have no repeats nearly always: to know that, nothing needs to be read but the keys. */
function hasRepeats({ children = [] }: JsonNode): boolean {
  if (children.length < 2) return false;
  const names = new Set<unknown>();
  for (const { children: [key] = [] } of children) {
    if (key && names.size === names.add(key.value).size) return true;
  }
  return false;
}
