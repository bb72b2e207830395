import { typeField, type Field, type Format } from "./fields.js";
import { isEmail, isHostname, isHostWithPort, isHttpsUrl } from "./formats.js";
import type { Variant } from "./variants.js";

type FormatCode = "not-https-url" | "not-hostname" | "not-email";
export type ValueCode = "wrong-value-type" | "invalid-value" | "too-short" | "too-long" | FormatCode;

/** What is wrong with a value. Names limits, never the value. */
export interface ValueFault {
  readonly code: ValueCode;
  /** In code points. */
  readonly limit?: number;
  readonly allowed?: readonly string[];
}

export interface Fault extends Omit<ValueFault, "code"> {
  readonly code: ValueCode | "missing-property" | "unknown-property";
  /** From the checked value down. `missing-property` and `unknown-property` end in the property itself. */
  readonly path: readonly string[];
}

const FORMATS: Readonly<Record<Format, { readonly code: FormatCode; readonly is: (text: string) => boolean }>> = {
  "https-url": { code: "not-https-url", is: isHttpsUrl },
  hostname: { code: "not-hostname", is: isHostname },
  "host-port": { code: "not-hostname", is: isHostWithPort },
  email: { code: "not-email", is: isEmail },
};

/** Checks the value of a field. @returns the most basic fault; undefined if there is none. */
export function faultOf(field: Field, value: unknown): ValueFault | undefined {
  const { allowed, format, minLength = 0, maxLength = Infinity } = field;
  if (typeof value !== "string") return { code: "wrong-value-type" };
  if (allowed && !allowed.includes(value)) return { code: "invalid-value", allowed };
  const { length } = [...value];
  if (length < minLength) return { code: "too-short", limit: minLength };
  if (length > maxLength) return { code: "too-long", limit: maxLength };
  return format && !FORMATS[format].is(value) ? { code: FORMATS[format].code } : undefined;
}

/** See "Setup variants". @param setup any JSON value; property names such as `__proto__` have to be its own. */
export function checkSetup({ type, typeRequired, fields, closed }: Variant, setup: unknown): readonly Fault[] {
  if (typeof setup !== "object" || setup === null || Array.isArray(setup))
    return [{ code: "wrong-value-type", path: [] }];
  const known = [{ ...typeField, allowed: [type], required: typeRequired }, ...fields];
  const values = new Map(Object.entries(setup));
  const missing = known.filter(({ name, required }) => required && !values.has(name)).map(({ name }) => name);
  const unknown = closed ? [...values.keys()].filter((key) => !known.some(({ name }) => name === key)) : [];
  return [
    ...missing.map((name): Fault => ({ code: "missing-property", path: [name] })),
    ...unknown.map((name): Fault => ({ code: "unknown-property", path: [name] })),
    ...known.flatMap((field): Fault[] => {
      const fault = values.has(field.name) ? faultOf(field, values.get(field.name)) : undefined;
      return fault ? [{ ...fault, path: [field.name] }] : [];
    }),
  ];
}
