import { isObject, parseJson } from "../text/json.js";
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
  /** 0: "" is a value, too. */
  readonly minLength?: 0;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: { readonly type: "string"; readonly maxLength: number };
}

/**
 * Reads what clients and models send: null and "" for what's left out, and numbers and lists as text.
 * @throws AgentError that names the first property that doesn't fit the schema.
 */
export function readInput(schema: InputSchema, input: unknown): Readonly<Record<string, unknown>> {
  const given = input ?? {};
  if (!isObject(given)) throw new AgentError("The input must be an object.");
  const values = new Map(
    Object.entries(given).flatMap(([name, value]) => {
      const meant = withType(value, schema.properties[name]?.type);
      const isEmpty = meant === "" && schema.properties[name]?.minLength === 0;
      return isLeftOut(meant) && !isEmpty ? [] : [[name, meant] as const];
    }),
  );
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

export function isLeftOut(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** Returns a number or a list that was sent as text, and text that was sent as the JSON it has. */
export function withType(value: unknown, type: PropertySchema["type"] | undefined): unknown {
  if (type === "string" && (isObject(value) || typeof value === "number")) return JSON.stringify(value);
  if (type === "integer" && typeof value === "string" && /^\s*\d+\s*$/.test(value)) return Number(value);
  if (type !== "array" || isLeftOut(value)) return value;
  const list = typeof value === "string" ? (parseJson(value) ?? value) : value;
  // One path isn't always in a list.
  return (Array.isArray(list) ? (list as readonly unknown[]) : [value]).filter((item) => !isLeftOut(item));
}

/** Returns the second half of a sentence, or undefined if the value is valid. */
function problemOf(value: unknown, schema: PropertySchema): string | undefined {
  const { type, maxLength = 0, minimum = 0, maximum = 0, minItems = 0, maxItems = 0, items } = schema;
  if (type === "string") return isText(value, maxLength) ? undefined : `a string of at most ${maxLength} characters`;
  if (type === "integer")
    return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
      ? undefined
      : `a whole number from ${minimum} to ${maximum}`;
  const { maxLength: longest = 0 } = items ?? {};
  const isList = Array.isArray(value) && value.length >= minItems && value.length <= maxItems;
  return isList && value.every((item) => isText(item, longest))
    ? undefined
    : `a list of ${minItems} to ${maxItems} strings of at most ${longest} characters`;
}

/** Counts code points, as JSON Schema does. */
function isText(value: unknown, maxLength: number): boolean {
  if (typeof value !== "string") return false;
  return value.length <= maxLength || (value.length <= 2 * maxLength && [...value].length <= maxLength);
}
