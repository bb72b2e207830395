import schemas from "./generated/variants.json";
import { fieldsOf, type Field, type SchemaObject } from "./fields.js";

/** A setup variant ("Setup variants"). */
export interface Variant {
  /** Its number in the interface document's table. */
  readonly number: number;
  /** Its name on the command line, such as `api-key-with-base-url`. */
  readonly name: string;
  /** Several variants may share it. */
  readonly type: string;
  /** The display name, such as "API key with base URL". */
  readonly title: string;
  readonly description: string;
  /** In the interface document's order, without `type`. */
  readonly fields: readonly Field[];
  /** Whether properties that the table doesn't list are errors. */
  readonly closed: boolean;
  /** True for all but OAUTH_JWT. */
  readonly typeRequired: boolean;
}

type VariantSchema = SchemaObject & {
  readonly title: string;
  readonly description: string;
  readonly "x-variant": number;
  readonly "x-name": string;
  readonly additionalProperties: boolean;
  readonly properties: { readonly type: { readonly const: string } };
};

function variant(schema: VariantSchema): Variant {
  return {
    number: schema["x-variant"],
    name: schema["x-name"],
    type: schema.properties.type.const,
    title: schema.title,
    description: schema.description,
    fields: fieldsOf(schema).filter((field) => field.name !== "type"),
    closed: !schema.additionalProperties,
    typeRequired: schema.required?.includes("type") ?? false,
  };
}

/** In the order of the interface document's table. */
export const variants: readonly Variant[] = schemas.map(variant);

/** Without duplicates, in the interface document's order. */
export const setupTypes: readonly string[] = [...new Set(variants.map(({ type }) => type))];

/** The names of the fields of all variants. */
export const setupFieldNames: ReadonlySet<string> = new Set(
  variants.flatMap(({ fields }) => fields.map(({ name }) => name)),
);

export function variantsOfType(type: string): readonly Variant[] {
  return variants.filter((candidate) => candidate.type === type);
}
