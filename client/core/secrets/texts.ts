import type { Json, UpdateRequest } from "../../../server/protocol/messages.js";
import { takesReferences } from "../../../schemas/fields.js";
import { isObject } from "../text/json.js";
import { variants, type Variant } from "../../../schemas/variants.js";

/** Path from the root of the update, such as `["setup", "api_key"]`. */
export type PropertyPath = readonly (string | number)[];

export type TextMap = (text: string, path: PropertyPath) => Json;

/** Finds a variant by its number in the interface document's table ("Setup variants"). */
export function variantNumbered(number: number | undefined): Variant | undefined {
  return variants.find((variant) => variant.number === number);
}

/** Maps texts that may contain references: not the type and fields with a fixed set of values. */
export function mapReferenceTexts(request: UpdateRequest, map: TextMap): UpdateRequest {
  return {
    ...(request.name !== undefined && { name: mapValue(request.name, ["name"], map) }),
    ...(request.setup !== undefined && { setup: mapSetup(request.setup, map) }),
  };
}

function mapSetup(setup: Json, map: TextMap): Json {
  if (!isObject(setup)) return setup;
  return mapProperties(setup, (value, name) => (takesReferences(name) ? mapValue(value, ["setup", name], map) : value));
}

export function mapValue(value: Json, path: PropertyPath, map: TextMap): Json {
  if (typeof value === "string") return map(value, path);
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) => mapValue(item, [...path, index], map));
  return isObject(value) ? mapProperties(value, (child, name) => mapValue(child, [...path, name], map)) : value;
}

/** Uses `Object.fromEntries`, so that names such as `__proto__` stay ordinary properties. */
export function mapProperties(object: JsonObject, map: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}

export type JsonObject = Readonly<Record<string, Json>>;
