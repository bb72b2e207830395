import * as file from "./fileRules.js";
import * as properties from "./propertyRules.js";
import * as references from "./referenceRules.js";
import type { FileRule, ValueRule } from "./rule.js";
import * as setups from "./setupRules.js";
import { syntax } from "./syntaxRule.js";
import * as values from "./valueRules.js";

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
