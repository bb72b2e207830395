import {
  type ClientCapabilities,
  type Diagnostic,
  type DiagnosticSeverity,
  type Location,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { SetupFile } from "../document/setupFile.js";
import { rangeBetween, spanOf } from "../document/tree.js";
import type { SeveritySetting } from "../../protocol/messages.js";
import {
  explanationOf,
  type FileRule,
  MAX_PROBLEMS,
  type Problem,
  type RelatedPlace,
  type RuleContext,
  type ValueRule,
} from "./rule.js";
import { fileRules, remarkRules, secretRules } from "./table.js";
import { faultRules } from "./values.js";

export interface Finding {
  readonly code: string;
  readonly severity: Exclude<SeveritySetting, "off">;
  readonly problem: Problem;
}

/** Codes that hold although the text breaks off later on. */
const SURE: ReadonlySet<string> = new Set([...faultRules.map(({ code }) => code), "malformed-reference"]);

/** The most serious one first, as LSP numbers them from 1. */
const SEVERITIES = ["error", "warning", "information", "hint"] as const;

/** The findings about a file, in the order of the text: at most `MAX_PROBLEMS`, and of more the most serious ones. */
export function checkFile(file: SetupFile, context: RuleContext = {}): readonly Finding[] {
  const all: Finding[] = [];
  const add = ({ code, severity: usual }: FileRule | ValueRule, problem: Problem): void => {
    const severity = code === "plain-text-secret" ? (context.plainTextSecret ?? usual) : usual;
    if (severity !== "off") all.push({ code, severity, problem });
  };
  for (const value of file.values) {
    // A malformed reference is reported alone.
    if (value.parsed && value.parsed.malformed.length > 0) continue;
    // At most one problem of the value itself, and one of its secrecy.
    const about = (value.fault ? faultRules : remarkRules).find((rule) => rule.applies(value));
    const secret = value.field.secret ? secretRules.find((rule) => rule.applies(value)) : undefined;
    for (const rule of [about, secret])
      if (rule) add(rule, { ...spanOf(value.node), message: () => rule.message(value, context) });
  }
  for (const rule of fileRules)
    rule.check(
      file,
      (problem) => {
        add(rule, problem);
      },
      context,
    );
  const hasErrors = all.some(({ severity }) => severity === "error");
  const shown = all.filter(soundIn(file)).filter(({ code }) => !(hasErrors && code === "nothing-to-update"));
  const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);
  const reported = shown.sort((a, b) => rank(a) - rank(b) || a.problem.start - b.problem.start).slice(0, MAX_PROBLEMS);
  return reported.sort((a, b) => a.problem.start - b.problem.start || a.problem.end - b.problem.end);
}

/**
 * Which findings hold although the text has syntax errors. What comes after a break in the structure is a guess, and so
 * is the token before it, which may have swallowed something.
 */
function soundIn({ text, syntaxFault, badValues }: SetupFile): (finding: Finding) => boolean {
  const sureUpTo = syntaxFault ? text.slice(0, syntaxFault.offset).trimEnd().length : Infinity;
  return ({ code, problem }) => {
    if (code === "syntax") return true;
    if (badValues.some(({ offset }) => offset === problem.start)) return false;
    return !syntaxFault || (SURE.has(code) && problem.end < sureUpTo);
  };
}

const SOURCE = "vaultconn";

const EVERYTHING: ClientCapabilities = {
  textDocument: { publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true } },
};

/** A finding as a diagnostic, with what the client supports. */
export function toDiagnostic(
  document: TextDocument,
  { code, severity, problem }: Finding,
  { textDocument }: ClientCapabilities = EVERYTHING,
): Diagnostic {
  const taken = [textDocument?.publishDiagnostics, textDocument?.diagnostic];
  const takesPages = taken.some((declared) => declared?.codeDescriptionSupport);
  const takesPlaces = taken.some((declared) => declared?.relatedInformation);
  return {
    range: rangeBetween(document, problem.start, problem.end),
    severity: (SEVERITIES.indexOf(severity) + 1) as DiagnosticSeverity,
    code,
    ...(takesPages && { codeDescription: { href: explanationOf(code) } }),
    source: SOURCE,
    message: problem.message(),
    ...(takesPlaces &&
      problem.related && {
        relatedInformation: problem.related.map((related) => ({
          location: locationOf(document, related),
          message: related.message,
        })),
      }),
  };
}

/** Where a related place is. */
export function locationOf(document: TextDocument, { place }: RelatedPlace): Location {
  return "uri" in place ? place : { uri: document.uri, range: rangeBetween(document, place.start, place.end) };
}
