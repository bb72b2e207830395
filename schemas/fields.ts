import connectionSchema from "./connection.schema.json";
import setupFileSchema from "./setup-file.schema.json";
import setupSchema from "./setup.schema.json";
import updateRequestSchema from "./update-request.schema.json";

/** The string formats a field can have; see `formats.ts`. */
export type Format = "https-url" | "hostname" | "host-port" | "email";

/** What is known about one property: of a setup, of a setup file or of a record. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  /** Where a person finds the value, in one sentence; empty where that needs no saying. */
  readonly where: string;
  /** Whether its value is a credential: never shown, logged or quoted. */
  readonly secret: boolean;
  /** Whether it holds PEM text, which may end in a line break. */
  readonly pem: boolean;
  /** Limits in Unicode code points, where the document gives any. */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly format: Format | undefined;
  /** The only values allowed, where the document lists them. */
  readonly allowed: readonly string[] | undefined;
  readonly example: string | undefined;
}

/** The part of a JSON Schema object that `fieldsOf` reads. */
export interface SchemaObject {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

interface PropertySchema {
  readonly description?: string;
  readonly "x-where"?: string;
  readonly "x-secret"?: boolean;
  readonly "x-pem"?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: Format;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

/**
 * Reads what a JSON Schema says about each property of an object.
 * @returns the fields in the order the schema lists them.
 */
export function fieldsOf(schema: SchemaObject): readonly Field[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const known: PropertySchema = property;
    return {
      name,
      required: schema.required?.includes(name) ?? false,
      description: known.description ?? "",
      where: known["x-where"] ?? "",
      secret: known["x-secret"] ?? false,
      pem: known["x-pem"] ?? false,
      minLength: known.minLength,
      maxLength: known.maxLength,
      format: known.format,
      allowed: known.enum,
      example: known.examples?.[0],
    };
  });
}

/** The fields of a record as the service returns it ("Vault connection (response record)"). */
export const recordFields: readonly Field[] = fieldsOf(connectionSchema);

/** The properties of a full setup file. `name` and `setup` are described by what is sent. */
export const setupFileFields: readonly Field[] = fieldsOf({
  properties: { ...setupFileSchema.else.properties, ...updateRequestSchema.properties },
});

/** The property `type` of a setup; its values are `setupTypes`. */
export const typeField: Field = { ...fieldNamed("type", fieldsOf(setupSchema.then)), required: true };

function fieldNamed(name: string, fields: readonly Field[]): Field {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`The schema has no property ${name}.`);
  return field;
}
