import * as file from "./fileRules.js";
import * as properties from "./propertyRules.js";
import * as references from "./referenceRules.js";
import type { SeveritySetting } from "../../protocol/messages.js";
import type { FileRule } from "./rule.js";
import * as setups from "./setupRules.js";
import { syntax } from "./syntaxRule.js";

const FILE_RULES = [
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
] as const satisfies readonly (readonly [code: string, SeveritySetting, FileRule["check"]])[];

/** The codes of problems of a file as a whole. */
export type FileCode = (typeof FILE_RULES)[number][0];

/** The rules for files: code, severity, and how to find problems. */
export const fileRules = FILE_RULES.map(([code, severity, check]): FileRule<FileCode> => ({ code, severity, check }));
