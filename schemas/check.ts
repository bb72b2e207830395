import { toFaults, type Fault } from "./faults.js";
import { setupFile, setupValidators } from "./generated/validators.js";
import type { Variant } from "./variants.js";

/** See "Setup variants". @param setup any JSON value; property names such as `__proto__` have to be its own. */
export function checkSetup(variant: Variant, setup: unknown): readonly Fault[] {
  const validate = setupValidators[variant.number - 1];
  if (!validate) throw new RangeError(`There is no variant ${String(variant.number)}.`);
  return validate(setup) ? [] : toFaults(validate.errors);
}

/** Checks all but the setup. @param file the root object, in the full shape. */
export function checkSetupFile(file: unknown): readonly Fault[] {
  return setupFile(file) ? [] : toFaults(setupFile.errors);
}
