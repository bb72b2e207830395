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

/** What schemas say against values. A value has at most one fault, and for each kind of fault there is one rule. */
export const faultRules: readonly ValueRule[] = [
  values.wrongValueType,
  values.invalidValue,
  values.tooShort,
  values.tooLong,
  values.notHttpsUrl,
  values.notHostname,
  values.notEmail,
];

/** What can be remarked on a value without a fault. The first that applies is the only one of them a value gets. */
export const remarkRules: readonly ValueRule[] = [
  values.emptyValue,
  values.surroundingWhitespace,
  values.unfilledPlaceholder,
];

/** What is said about a secret, whatever else is. */
export const secretRules: readonly ValueRule[] = [values.plainTextSecret];
