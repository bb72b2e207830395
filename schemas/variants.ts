import schemas from "./generated/variants.json";
import { fieldsOf, type Field, type SchemaObject } from "./fields.js";

/** See "Setup variants". */
export interface Variant {
  /** In the interface document's table. */
  readonly number: number;
  /** On the command line, such as `api-key-with-base-url`. */
  readonly name: string;
  /** Several variants may share it. */
  readonly type: string;
  /** For people, such as "API key with base URL". */
  readonly title: string;
  readonly description: string;
  /** In the order of the document, without `type`. */
  readonly fields: readonly Field[];
  /** Refuses properties that the table doesn't name. */
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

/** Each once, in the order of the document. */
export const setupTypes: readonly string[] = [...new Set(variants.map(({ type }) => type))];

export function variantsOfType(type: string): readonly Variant[] {
  return variants.filter((candidate) => candidate.type === type);
}
