import { chooseVariant, type Choice } from "./choice.js";
import { propertyOf, type JsonObject, type Property } from "./properties.js";

/** The setup of a file. */
export interface Setup {
  /** The root property `setup`; absent in a bare setup. */
  readonly property: Property | undefined;
  readonly object: JsonObject;
  readonly type: Property | undefined;
  /** All properties but `type`, each name once; in a bare setup also without `$schema`, `id` and `tenant`. */
  readonly fields: readonly Property[];
  readonly choice: Choice;
}

/**
 * Reads an object as a setup.
 * @param property the root property whose value it is; none for a bare setup.
 * @param properties those of the object that count as the setup's.
 */
export function readSetup(property: Property | undefined, object: JsonObject, properties: readonly Property[]): Setup {
  const type = propertyOf(object, "type");
  const fields = type ? properties.filter((other) => other !== type) : properties;
  return { property, object, type, fields, choice: chooseVariant(type, fields) };
}
