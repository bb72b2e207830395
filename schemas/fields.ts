import type { formats } from "./formats.js";
import connectionSchema from "./connection.schema.json";
import setupFileSchema from "./setup-file.schema.json";
import setupSchema from "./setup.schema.json";
import updateRequestSchema from "./update-request.schema.json";

export type Format = keyof typeof formats;

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** One sentence about where to find the value; may be empty. */
  readonly where: string;
  /** A credential: never shown, logged or quoted. */
  readonly secret: boolean;
  /** PEM text may end with a line break. */
  readonly pem: boolean;
  /** In Unicode code points. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly format: Format | undefined;
  readonly allowed: readonly string[] | undefined;
  readonly example: string | undefined;
}

export interface SchemaObject {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

interface PropertySchema extends Partial<Pick<Field, "description" | "minLength" | "maxLength" | "format">> {
  readonly "x-where"?: string;
  readonly "x-secret"?: boolean;
  readonly "x-pem"?: boolean;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

/** @returns the fields in the order of the schema. */
export function fieldsOf({ properties, required = [] }: SchemaObject): readonly Field[] {
  return Object.entries(properties).map(([name, property]) => {
    const {
      description = "",
      minLength,
      maxLength,
      format,
      enum: allowed,
      examples,
      ...marks
    }: PropertySchema = property;
    return {
      ...{ name, description, minLength, maxLength, format, allowed },
      required: required.includes(name),
      where: marks["x-where"] ?? "",
      secret: marks["x-secret"] ?? false,
      pem: marks["x-pem"] ?? false,
      example: examples?.[0],
    };
  });
}

/** Whether a value is written like a setup's type. Any other in its place may be a credential. */
export function looksLikeType(value: unknown): boolean {
  return typeof value === "string" && /^[A-Z]{1,20}\d?(?:_[A-Z\d]{1,12})*$/.test(value);
}

/** Properties of a setup that have one of a few values. */
const LITERAL: ReadonlySet<unknown> = new Set(["type", "in", "algorithm"]);

/** Whether references are allowed in a property of a setup. */
export function takesReferences(name: unknown): boolean {
  return !LITERAL.has(name);
}

/** See "Vault connection (response record)". */
export const recordFields: readonly Field[] = fieldsOf(connectionSchema);

/** `name` and `setup` come from the schema of the update request. */
export const setupFileFields: readonly Field[] = fieldsOf({
  properties: { ...setupFileSchema.else.properties, ...updateRequestSchema.properties },
});

/** Its values are `setupTypes`. */
export const [typeField] = fieldsOf({ ...setupSchema.then, required: ["type"] }) as readonly [Field];
