import {
  conflictingProperties,
  emptySetup,
  incompleteSetup,
  missingProperty,
  missingType,
  typeOmitted,
  unknownType,
} from "./setups.js";
import { duplicateProperty, readOnlyProperty, unknownProperty } from "./properties.js";
import { duplicateTarget, notAnObject, nothingToUpdate, tooLarge } from "./file.js";
import { malformedReference, unresolvedReference } from "./references.js";
import type { FileRule, ValueRule } from "./rule.js";
import { syntax } from "./syntax.js";
import {
  emptyValue,
  invalidValue,
  notEmail,
  notHostname,
  notHttpsUrl,
  plainTextSecret,
  surroundingWhitespace,
  tooLong,
  tooShort,
  unfilledPlaceholder,
  wrongValueType,
} from "./values.js";

export const fileRules: readonly FileRule[] = [
  tooLarge,
  syntax,
  notAnObject,
  unknownProperty,
  readOnlyProperty,
  duplicateProperty,
  missingType,
  unknownType,
  incompleteSetup,
  conflictingProperties,
  missingProperty,
  malformedReference,
  emptySetup,
  typeOmitted,
  unresolvedReference,
  duplicateTarget,
  nothingToUpdate,
];

/** What schemas say against values. A value has at most one fault, and for each kind of fault there is one rule. */
export const faultRules: readonly ValueRule[] = [
  wrongValueType,
  invalidValue,
  tooShort,
  tooLong,
  notHttpsUrl,
  notHostname,
  notEmail,
];

/** What can be remarked on a value without a fault. The first that applies is the only one of them a value gets. */
export const remarkRules: readonly ValueRule[] = [emptyValue, surroundingWhitespace, unfilledPlaceholder];

/** What is said about a secret, whatever else is. */
export const secretRules: readonly ValueRule[] = [plainTextSecret];
