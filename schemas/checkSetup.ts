import type { Format } from "./fields.js";
import { type SchemaError, setupFile, setupValidators } from "./generated/validators.js";
import type { Variant } from "./variants.js";

export type ValueCode =
  | "wrong-value-type"
  | "invalid-value"
  | "too-short"
  | "too-long"
  | "not-https-url"
  | "not-hostname"
  | "not-email";

/** Why a value is invalid. Contains places and limits, never a value. */
export interface Fault {
  readonly code: ValueCode | "missing-property" | "unknown-property";
  /** The path from the checked value. For `missing-property` and `unknown-property`, it ends with the property. */
  readonly path: readonly string[];
  /** In code points. */
  readonly limit?: number;
  readonly allowed?: readonly string[];
}

/**
 * Checks a setup against a variant ("Setup variants").
 * @param setup any JSON value. Names such as `__proto__` must be own properties.
 */
export function checkSetup(variant: Variant, setup: unknown): readonly Fault[] {
  const validate = setupValidators[variant.number - 1];
  if (!validate) throw new RangeError(`There is no variant ${String(variant.number)}.`);
  return validate(setup) ? [] : toFaults(validate.errors);
}

/** Checks everything but the setup. @param file the root object of a full file. */
export function checkSetupFile(file: unknown): readonly Fault[] {
  return setupFile(file) ? [] : toFaults(setupFile.errors);
}

export const FORMAT_CODES: Readonly<Record<Format, ValueCode>> = {
  "https-url": "not-https-url",
  hostname: "not-hostname",
  "host-port": "not-hostname",
  email: "not-email",
  "full-date": "invalid-value",
};

/** The fault that each keyword reports, most basic first. */
const VALUE_FAULTS: Readonly<Record<string, (params: SchemaError["params"]) => Omit<Fault, "path">>> = {
  type: () => ({ code: "wrong-value-type" }),
  enum: ({ allowedValues }) => ({ code: "invalid-value", allowed: allowedValues as readonly string[] }),
  const: ({ allowedValue }) => ({ code: "invalid-value", allowed: [String(allowedValue)] }),
  minLength: ({ limit }) => ({ code: "too-short", limit: Number(limit) }),
  maxLength: ({ limit }) => ({ code: "too-long", limit: Number(limit) }),
  format: ({ format }) => ({ code: FORMAT_CODES[format as Format] }),
};
const PRECEDENCE = Object.keys(VALUE_FAULTS);

/** Reports one fault for each value, the most basic one. */
function toFaults(errors: readonly SchemaError[] | null | undefined): readonly Fault[] {
  const faults: Fault[] = [];
  const ofValue = new Map<string, { readonly rank: number; readonly fault: Fault }>();
  for (const { instancePath, keyword, params } of errors ?? []) {
    const path = instancePath === "" ? [] : instancePath.split("/").slice(1);
    const property = params["missingProperty"] ?? params["additionalProperty"];
    const fault = property === undefined ? VALUE_FAULTS[keyword]?.(params) : undefined;
    const rank = PRECEDENCE.indexOf(keyword);
    if (typeof property === "string")
      faults.push({
        code: keyword === "required" ? "missing-property" : "unknown-property",
        path: [...path, property],
      });
    else if (fault && rank < (ofValue.get(instancePath)?.rank ?? Infinity))
      ofValue.set(instancePath, { rank, fault: { ...fault, path } });
  }
  return [...faults, ...Array.from(ofValue.values(), ({ fault }) => fault)];
}
