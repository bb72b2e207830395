import * as file from "./file.js";
import * as properties from "./properties.js";
import * as references from "./references.js";
import type { FileRule, ValueRule } from "./rule.js";
import * as setups from "./setups.js";
import { syntax } from "./syntax.js";
import * as values from "./values.js";

export const fileRules: readonly FileRule[] = [
  file.tooLarge,
  syntax,
  file.notAnObject,
  properties.unknownProperty,
  properties.readOnlyProperty,
  properties.duplicateProperty,
  setups.missingType,
  setups.unknownType,
  setups.incompleteSetup,
  setups.conflictingProperties,
  setups.missingProperty,
  references.malformedReference,
  setups.emptySetup,
  setups.typeOmitted,
  references.unresolvedReference,
  file.duplicateTarget,
  file.nothingToUpdate,
];

/** Rules for values without a fault. Only the first that applies is reported. */
export const remarkRules: readonly ValueRule[] = [values.emptyValue, ...values.judgementRules];
