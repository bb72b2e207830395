import { wholeFileRules } from "./fileRules.js";
import { propertyRules } from "./propertyRules.js";
import { referenceRules } from "./referenceRules.js";
import type { FileRule, FileRules } from "./rule.js";
import { setupRules } from "./setupRules.js";
import { syntax } from "./syntaxRule.js";

const FILE_RULES = [
  ["syntax", "error", syntax],
  ...wholeFileRules,
  ...propertyRules,
  ...setupRules,
  ...referenceRules,
] as const satisfies FileRules;

/** The codes of problems of a file as a whole. */
export type FileCode = (typeof FILE_RULES)[number][0];

/** The rules for files: code, severity, and how to find problems. */
export const fileRules = FILE_RULES.map(([code, severity, check]): FileRule<FileCode> => ({ code, severity, check }));
