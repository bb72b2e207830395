import type { Finding } from "../../rules/check.js";
import type { Fix, FixContext, Fixer } from "./fix.js";
import { duplicateProperty, readOnlyProperty, unknownProperty } from "./properties.js";
import { malformedReference, plainTextSecret, unresolvedReference } from "./references.js";
import {
  conflictingProperties,
  emptySetup,
  incompleteSetup,
  missingProperty,
  missingType,
  notAnObject,
  typeOmitted,
  unknownType,
} from "./setups.js";
import { syntax } from "./syntax.js";
import { invalidValue, surroundingWhitespace, tooLong, unfilled, wrongFormat, wrongValueType } from "./values.js";

const fixers: Readonly<Partial<Record<string, Fixer>>> = {
  syntax,
  "not-an-object": notAnObject,
  "unknown-property": unknownProperty,
  "read-only-property": readOnlyProperty,
  "duplicate-property": duplicateProperty,
  "missing-property": missingProperty,
  "missing-type": missingType,
  "unknown-type": unknownType,
  "incomplete-setup": incompleteSetup,
  "conflicting-properties": conflictingProperties,
  "wrong-value-type": wrongValueType,
  "invalid-value": invalidValue,
  "too-short": unfilled,
  "too-long": tooLong,
  "not-https-url": wrongFormat,
  "not-hostname": wrongFormat,
  "not-email": wrongFormat,
  "malformed-reference": malformedReference,
  "empty-setup": emptySetup,
  "empty-value": unfilled,
  "surrounding-whitespace": surroundingWhitespace,
  "unfilled-placeholder": unfilled,
  "unresolved-reference": unresolvedReference,
  "type-omitted": typeOmitted,
  "plain-text-secret": plainTextSecret,
};

/** The ways to mend a finding, of which each does something: what would be too much to look through has no edits. */
export async function fixesFor(finding: Finding, context: FixContext): Promise<readonly Fix[]> {
  const fixes = (await fixers[finding.code]?.(finding, context)) ?? [];
  return fixes.filter(({ edits, command }) => edits.length > 0 || command !== undefined);
}
