import { toFaults, type Fault } from "./faults.js";
import { setupFile, setupValidators } from "./generated/validators.js";
import type { Variant } from "./variants.js";

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
