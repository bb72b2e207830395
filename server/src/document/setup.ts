import { type VariantChoice, chooseVariant } from "./choice.js";
import { type JsonObject, type Property, propertyOf } from "./jsonTree.js";

/** The credentials in a setup file, or a bare setup. */
export interface Setup {
  /** The root property `setup`; absent in a bare setup. */
  readonly property: Property | undefined;
  readonly object: JsonObject;
  readonly type: Property | undefined;
  /** All properties except `type`, without duplicates. In a bare setup, also without `$schema`, `id` and `tenant`. */
  readonly fields: readonly Property[];
  readonly choice: VariantChoice;
}

/** Properties of a bare setup that aren't its fields. */
export const BESIDE_BARE_SETUP: readonly string[] = ["$schema", "id", "tenant", "expires"];

/** @param property the root property `setup`; undefined for a bare setup. */
export function readSetup(object: JsonObject, property: Property | undefined): Setup {
  const others = property ? [] : BESIDE_BARE_SETUP;
  const fields = object.properties.filter(({ name }) => name !== "type" && !others.includes(name));
  const type = propertyOf(object, "type");
  return { property, object, type, fields, choice: chooseVariant(type, fields) };
}

/** The properties that an open variant accepts although it doesn't list them; none for a closed variant. */
export function extraProperties({ choice, fields }: Setup): readonly Property[] {
  if (choice.kind !== "chosen" || choice.variant.closed) return [];
  const { variant } = choice;
  return fields.filter(({ name }) => !variant.fields.some((field) => field.name === name));
}
