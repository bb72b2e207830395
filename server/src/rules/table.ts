import { conflictingProperties } from "./conflictingProperties.js";
import { duplicateProperty } from "./duplicateProperty.js";
import { duplicateTarget } from "./duplicateTarget.js";
import { emptySetup } from "./emptySetup.js";
import { incompleteSetup } from "./incompleteSetup.js";
import { malformedReference } from "./malformedReference.js";
import { missingProperty } from "./missingProperty.js";
import { missingType } from "./missingType.js";
import { notAnObject } from "./notAnObject.js";
import { nothingToUpdate } from "./nothingToUpdate.js";
import { readOnlyProperty } from "./readOnlyProperty.js";
import type { FileRule, ValueRule } from "./rule.js";
import { syntax } from "./syntax.js";
import { tooLarge } from "./tooLarge.js";
import { typeOmitted } from "./typeOmitted.js";
import { unknownProperty } from "./unknownProperty.js";
import { unknownType } from "./unknownType.js";
import { unresolvedReference } from "./unresolvedReference.js";
import { emptyValue } from "./values/emptyValue.js";
import { invalidValue } from "./values/invalidValue.js";
import { notEmail } from "./values/notEmail.js";
import { notHostname } from "./values/notHostname.js";
import { notHttpsUrl } from "./values/notHttpsUrl.js";
import { plainTextSecret } from "./values/plainTextSecret.js";
import { surroundingWhitespace } from "./values/surroundingWhitespace.js";
import { tooLong } from "./values/tooLong.js";
import { tooShort } from "./values/tooShort.js";
import { unfilledPlaceholder } from "./values/unfilledPlaceholder.js";
import { wrongValueType } from "./values/wrongValueType.js";

/** The kinds of diagnostics about a file as a whole. */
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
