import type { Json, UpdateRequest } from "../../../server/protocol/messages.js";
import { variants, type Variant } from "../../../schemas/variants.js";

/** A property, from the root of the update down: `["setup", "api_key"]`. */
export type PropertyPath = readonly (string | number)[];

/** Turns one text of an update into what stands in its place. */
export type TextMap = (text: string, path: PropertyPath) => Json;

/** The variant with this number in the interface document's table ("Setup variants"). */
export function variantNumbered(number: number | undefined): Variant | undefined {
  return variants.find((variant) => variant.number === number);
}

/**
 * Replaces the texts of an update in which references may stand: the name and
 * every text of the setup, but not the type and the fields that take one of a
 * few given words. Names such as `__proto__` stay ordinary properties.
 */
export function mapReferenceTexts(request: UpdateRequest, variant: Variant | undefined, map: TextMap): UpdateRequest {
  return {
    ...(request.name !== undefined && { name: mapValue(request.name, ["name"], map) }),
    ...(request.setup !== undefined && { setup: mapSetup(request.setup, variant, map) }),
  };
}

function mapSetup(setup: Json, variant: Variant | undefined, map: TextMap): Json {
  if (!isObject(setup)) return setup;
  return mapProperties(setup, (value, name) =>
    takesReferences(name, variant) ? mapValue(value, ["setup", name], map) : value,
  );
}

function takesReferences(name: string, variant: Variant | undefined): boolean {
  if (name === "type") return false;
  return variant?.fields.find((field) => field.name === name)?.allowed === undefined;
}

/** Replaces every text in a value, at any depth. */
export function mapValue(value: Json, path: PropertyPath, map: TextMap): Json {
  if (typeof value === "string") return map(value, path);
  if (isList(value)) return value.map((item, index) => mapValue(item, [...path, index], map));
  return isObject(value) ? mapProperties(value, (child, name) => mapValue(child, [...path, name], map)) : value;
}

/** A copy of an object with other values. `Object.fromEntries` makes own properties of any name. */
export function mapProperties(object: JsonObject, map: (value: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, Json>>;

/** Whether a JSON value is an object, and no array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !isList(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
