import type { DiagnosticSeverity } from "vscode-languageserver";

const ERROR: DiagnosticSeverity = 1;
const WARNING: DiagnosticSeverity = 2;
const INFORMATION: DiagnosticSeverity = 3;
const HINT: DiagnosticSeverity = 4;

const ERRORS = `syntax not-an-object unknown-property read-only-property duplicate-property missing-property missing-type
  unknown-type incomplete-setup conflicting-properties wrong-value-type invalid-value too-short too-long not-https-url
  not-hostname not-email malformed-reference too-large empty-value unfilled-placeholder`;
const WARNINGS =
  "nothing-to-update empty-setup surrounding-whitespace unresolved-reference duplicate-target malformed-key hidden-character";

/** The severity every code is promised to have. */
export const SEVERITIES: ReadonlyMap<string, DiagnosticSeverity> = new Map([
  ...ERRORS.split(/\s+/).map((code) => [code, ERROR] as const),
  ...WARNINGS.split(" ").map((code) => [code, WARNING] as const),
  ["type-omitted", INFORMATION],
  ["plain-text-secret", HINT],
]);
