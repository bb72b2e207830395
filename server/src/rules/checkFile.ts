import type { ClientCapabilities, Diagnostic, DiagnosticSeverity, Location } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { SetupFile } from "../document/setupFile.js";
import { rangeBetween, spanOf } from "../document/jsonTree.js";
import type { SeveritySetting } from "../../protocol/messages.js";
import { explanationOf, MAX_PROBLEMS, type Problem, type RelatedPlace, type RuleContext } from "./rule.js";
import { type FileCode, fileRules } from "./rules.js";
import { FAULT_CODES, remarksOn, VALUE_SEVERITIES, type ValueProblemCode } from "./valueRules.js";

/** The code of a diagnostic. Each has a severity, and a section in docs/diagnostics.md. */
export type Code = FileCode | ValueProblemCode;

export interface Finding {
  readonly code: Code;
  readonly severity: Exclude<SeveritySetting, "off">;
  readonly problem: Problem;
}

/** Codes that stay valid if a syntax error follows. */
const VALID_DESPITE_ERRORS: ReadonlySet<string> = new Set([...FAULT_CODES, "malformed-reference"]);

/** Most serious first, as numbered by LSP from 1. */
const SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** The findings about a file, in text order. If there are more than `MAX_PROBLEMS`, the most serious ones. */
export function checkFile(file: SetupFile, context: RuleContext = {}): readonly Finding[] {
  const all: Finding[] = [];
  const add = (code: Code, usual: SeveritySetting, problem: Problem): void => {
    const severity = code === "plain-text-secret" ? (context.plainTextSecret ?? usual) : usual;
    if (severity !== "off") all.push({ code, severity, problem });
  };
  for (const value of file.values) {
    // A malformed reference is reported alone.
    if (value.parsed && value.parsed.malformed.length > 0) continue;
    for (const { code, message } of remarksOn(value, context))
      add(code, VALUE_SEVERITIES[code], { ...spanOf(value.node), message });
  }
  for (const { code, severity, check } of fileRules)
    for (const problem of check(file, context)) add(code, severity, problem);
  if (all.length === 0) return all;
  const hasErrors = all.some(({ severity }) => severity === "error");
  const shown = all.filter(isValidIn(file)).filter(({ code }) => !(hasErrors && code === "nothing-to-update"));
  const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
  const reported = shown.sort((a, b) => rank(a) - rank(b) || a.problem.start - b.problem.start).slice(0, MAX_PROBLEMS);
  return reported.sort((a, b) => a.problem.start - b.problem.start || a.problem.end - b.problem.end);
}

/**
 * Selects findings that are valid despite syntax errors. The structure after an error is a guess, and so is the token
 * before it, which may contain too much.
 */
function isValidIn({ text, syntaxFault, badValues, referenceTexts }: SetupFile): (finding: Finding) => boolean {
  const end = syntaxFault ? text.slice(0, syntaxFault.offset).trimEnd().length : Infinity;
  // A finding may be about a part of that token.
  const last = referenceTexts.find(({ node }) => node.offset + node.length === end);
  const validUntil = last ? last.node.offset : end;
  return ({ code, problem }) => {
    if (code === "syntax") return true;
    if (badValues.some(({ offset }) => offset === problem.start)) return false;
    return !syntaxFault || (VALID_DESPITE_ERRORS.has(code) && problem.end < validUntil);
  };
}

/** Converts a finding to a diagnostic that the client supports. */
export function toDiagnostic(
  document: TextDocument,
  { code, severity, problem }: Finding,
  { textDocument }: ClientCapabilities,
): Diagnostic {
  const taken = [textDocument?.publishDiagnostics, textDocument?.diagnostic];
  const takesPages = taken.some((declared) => declared?.codeDescriptionSupport);
  const takesPlaces = taken.some((declared) => declared?.relatedInformation);
  const relatedInformation = problem.related?.map((related) => ({
    location: locationOf(document, related),
    message: related.message,
  }));
  return {
    range: rangeBetween(document, problem.start, problem.end),
    severity: (SEVERITIES.indexOf(severity) + 1) as DiagnosticSeverity,
    code,
    ...(takesPages && { codeDescription: { href: explanationOf(code) } }),
    source: "vaultconn",
    message: problem.message(),
    ...(takesPlaces && relatedInformation && { relatedInformation }),
  };
}

/** The location of a related place. */
export function locationOf(document: TextDocument, { place }: RelatedPlace): Location {
  return "uri" in place ? place : { uri: document.uri, range: rangeBetween(document, place.start, place.end) };
}
