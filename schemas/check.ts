import { toFaults, type Fault } from "./faults.js";
import { setupFile, setupValidators, update } from "./generated/validators.js";
import type { Variant } from "./variants.js";

/** See "Setup variants". @param setup any JSON value; property names such as `__proto__` have to be its own. */
export function checkSetup(variant: Variant, setup: unknown): readonly Fault[] {
  const validate = setupValidators[variant.number - 1];
  if (!validate) throw new RangeError(`There is no variant ${String(variant.number)}.`);
  return validate(setup) ? [] : toFaults(validate.errors);
}

/** Checks the name's length, and that there is nothing but `name` and `setup` ("Update request body"). */
export function checkUpdate(request: unknown): readonly Fault[] {
  return update(request) ? [] : toFaults(update.errors);
}

/** Checks all but the setup. @param file the root object, in the full shape. */
export function checkSetupFile(file: unknown): readonly Fault[] {
  return setupFile(file) ? [] : toFaults(setupFile.errors);
}
