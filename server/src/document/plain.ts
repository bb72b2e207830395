import type { Json, NumberAt, UpdateRequest } from "../../protocol/messages.js";
import { propertyOf, readObject, type Property } from "./properties.js";
import type { SetupFile } from "./setupFile.js";
import { sourceTextOf, type JsonNode } from "./tree.js";

/**
 * The plain value of a node. Of properties with the same name the last one
 * counts; a property named `__proto__` is one like any other.
 */
function toJson(node: JsonNode): Json {
  if (node.type === "object") return toObject(readObject(node).properties);
  if (node.type === "array") return (node.children ?? []).map(toJson);
  return node.value ?? null;
}

/** What a push of this file sends ("Update request body"), references unresolved. */
export function toRequest({ shape, name, root }: SetupFile): UpdateRequest {
  if (!root) return {};
  if (shape === "bare") return { setup: toObject(root.properties.filter((property) => property.name !== "$schema")) };
  const setup = propertyOf(root, "setup");
  return { ...(name?.value && { name: toJson(name.value) }), ...(setup?.value && { setup: toJson(setup.value) }) };
}

/** The numbers of what is sent that would not be the same digits again, read and written by JavaScript. */
export function inexactNumbers({ shape, root, text }: SetupFile): readonly NumberAt[] {
  const setup = root && (shape === "bare" ? root.node : propertyOf(root, "setup")?.value);
  return setup ? numbersIn(setup, ["setup"], text) : [];
}

function numbersIn(node: JsonNode, property: NumberAt["property"], text: string): readonly NumberAt[] {
  if (node.type === "object")
    return readObject(node).properties.flatMap(({ name, value }) =>
      value ? numbersIn(value, [...property, name], text) : [],
    );
  if (node.type === "array")
    return (node.children ?? []).flatMap((item, index) => numbersIn(item, [...property, index], text));
  const written = sourceTextOf(text, node);
  return node.type === "number" && JSON.stringify(node.value) !== written ? [{ property, text: written }] : [];
}

function toObject(properties: readonly Property[]): Json {
  const object: Record<string, Json> = {};
  for (const { name, value } of properties) {
    if (value)
      Object.defineProperty(object, name, {
        value: toJson(value),
        configurable: true,
        enumerable: true,
        writable: true,
      });
  }
  return object;
}
