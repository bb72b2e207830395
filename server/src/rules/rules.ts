import * as file from "./fileRules.js";
import * as properties from "./propertyRules.js";
import * as references from "./referenceRules.js";
import type { FileRule } from "./rule.js";
import * as setups from "./setupRules.js";
import { syntax } from "./syntaxRule.js";

/** The rules for files: code, severity, and how to find problems. */
export const fileRules: readonly FileRule[] = (
  [
    ["too-large", "error", file.tooLarge],
    ["syntax", "error", syntax],
    ["not-an-object", "error", file.notAnObject],
    ["unknown-property", "error", properties.unknownProperty],
    ["read-only-property", "error", properties.readOnlyProperty],
    ["duplicate-property", "error", properties.duplicateProperty],
    ["missing-type", "error", setups.missingType],
    ["unknown-type", "error", setups.unknownType],
    ["incomplete-setup", "error", setups.incompleteSetup],
    ["conflicting-properties", "error", setups.conflictingProperties],
    ["missing-property", "error", setups.missingProperty],
    ["malformed-reference", "error", references.malformedReference],
    ["empty-setup", "warning", setups.emptySetup],
    ["type-omitted", "information", setups.typeOmitted],
    ["unresolved-reference", "warning", references.unresolvedReference],
    ["duplicate-target", "warning", file.duplicateTarget],
    ["nothing-to-update", "warning", file.nothingToUpdate],
  ] as const
).map(([code, severity, check]) => ({ code, severity, check }));
