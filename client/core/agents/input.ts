import { AgentError } from "./host.js";

/** The part of JSON Schema that the tools' inputs use. */
export interface InputSchema {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PropertySchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

interface PropertySchema {
  readonly type: "string" | "integer" | "array";
  readonly description: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: { readonly type: "string"; readonly maxLength: number };
}

/** @throws AgentError that names the first property that doesn't fit the schema. */
export function readInput(schema: InputSchema, input: unknown): Readonly<Record<string, unknown>> {
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw new AgentError("The input must be an object.");
  const values = new Map(Object.entries(input));
  for (const name of values.keys())
    if (!Object.hasOwn(schema.properties, name))
      throw new AgentError(`The input has an unknown property. It takes ${Object.keys(schema.properties).join(", ")}.`);
  for (const name of schema.required ?? []) if (!values.has(name)) throw new AgentError(`The input needs "${name}".`);
  for (const [name, property] of Object.entries(schema.properties)) {
    const problem = values.has(name) ? problemOf(values.get(name), property) : undefined;
    if (problem !== undefined) throw new AgentError(`"${name}" must be ${problem}.`);
  }
  const defaults = Object.entries(schema.properties).flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  );
  return Object.fromEntries([...defaults, ...values]);
}

/** Returns the second half of a sentence, or undefined if the value is valid. */
function problemOf(value: unknown, schema: PropertySchema): string | undefined {
  const { type, maxLength = 0, minimum = 0, maximum = 0, minItems = 0, maxItems = 0, items } = schema;
  if (type === "string")
    return typeof value === "string" && value.length <= maxLength
      ? undefined
      : `a string of at most ${maxLength} characters`;
  if (type === "integer")
    return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
      ? undefined
      : `a whole number from ${minimum} to ${maximum}`;
  const fits = (item: unknown) => typeof item === "string" && item.length <= (items?.maxLength ?? 0);
  return Array.isArray(value) && value.length >= minItems && value.length <= maxItems && value.every(fits)
    ? undefined
    : `a list of ${minItems} to ${maxItems} strings`;
}
