import { type ClientCapabilities, type Diagnostic, DiagnosticSeverity } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { SetupFile } from "../document/setupFile.js";
import { pathTo, rangeBetween } from "../document/tree.js";
import type { FieldValue } from "../document/values.js";
import {
  explanationOf,
  type FileRule,
  MAX_PROBLEMS,
  type Problem,
  type ProblemDetails,
  type RelatedPlace,
  type RuleContext,
  type Severity,
  type ValueRule,
} from "./rule.js";
import { faultRules, fileRules, remarkRules, secretRules } from "./table.js";

export interface Finding {
  readonly code: string;
  readonly severity: Exclude<Severity, "off">;
  readonly problem: Problem;
}

/** Kinds that don't depend on the rest of the text, so that they hold where the text breaks off later on. */
const SURE: ReadonlySet<string> = new Set([...faultRules.map(({ code }) => code), "malformed-reference"]);

const SERIOUSNESS: readonly Severity[] = ["error", "warning", "information", "hint"];

/**
 * Everything there is to say about a file, in the order of the text: at most
 * `MAX_PROBLEMS`, and of more the most serious ones.
 */
export function checkFile(file: SetupFile, context: RuleContext = {}): readonly Finding[] {
  const all: Finding[] = [];
  const add = ({ code, severity: usual }: FileRule | ValueRule, problem: Problem): void => {
    const severity = code === "plain-text-secret" ? (context.plainTextSecret ?? usual) : usual;
    if (severity !== "off") all.push({ code, severity, problem });
  };
  for (const value of file.values) {
    // A malformed reference in it is all there is to say.
    if (value.parsed && value.parsed.malformed.length > 0) continue;
    // One rule about what it is and, whatever that says, one about its secrecy.
    const about = (value.fault ? faultRules : remarkRules).find((rule) => rule.applies(value));
    const secret = value.field.secret ? secretRules.find((rule) => rule.applies(value)) : undefined;
    for (const rule of [about, secret]) if (rule) add(rule, valueProblem(rule, value, context));
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
  const isSound = soundIn(file);
  const shown = all.filter((finding) => isSound(finding) && !(hasErrors && finding.code === "nothing-to-update"));
  const rank = ({ severity }: Finding): number => SERIOUSNESS.indexOf(severity);
  const reported =
    shown.length <= MAX_PROBLEMS
      ? shown
      : shown.sort((a, b) => rank(a) - rank(b) || a.problem.start - b.problem.start).slice(0, MAX_PROBLEMS);
  return reported.sort((a, b) => a.problem.start - b.problem.start || a.problem.end - b.problem.end);
}

function valueProblem(rule: ValueRule, value: FieldValue, context: RuleContext): Problem {
  const { offset, length } = value.node;
  return {
    start: offset,
    end: offset + length,
    message: () => rule.message(value, context),
    data: () => ({ path: pathTo(value.node), ...rule.data?.(value) }),
  };
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

/** What quick fixes find in `data`. */
type DiagnosticData = ProblemDetails & { readonly code: string };

const SEVERITIES: Readonly<Record<Finding["severity"], DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const EVERYTHING: ClientCapabilities = {
  textDocument: { publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true } },
};

/** A finding in the words of LSP, as far as the client takes them. */
export function toDiagnostic(
  document: TextDocument,
  { code, severity, problem }: Finding,
  { textDocument }: ClientCapabilities = EVERYTHING,
): Diagnostic {
  const taken = [textDocument?.publishDiagnostics, textDocument?.diagnostic];
  const takesPages = taken.some((declared) => declared?.codeDescriptionSupport);
  const takesPlaces = taken.some((declared) => declared?.relatedInformation);
  const data: DiagnosticData = { code, ...problem.data?.() };
  return {
    range: rangeBetween(document, problem.start, problem.end),
    severity: SEVERITIES[severity],
    code,
    ...(takesPages && { codeDescription: { href: explanationOf(code) } }),
    source: SOURCE,
    message: problem.message(),
    ...(takesPlaces &&
      problem.related && {
        relatedInformation: problem.related.map((place) => relatedInformation(document, place)),
      }),
    data,
  };
}

function relatedInformation(
  document: TextDocument,
  { place, message }: RelatedPlace,
): { location: { uri: string; range: Diagnostic["range"] }; message: string } {
  const location =
    "uri" in place ? place : { uri: document.uri, range: rangeBetween(document, place.start, place.end) };
  return { location, message };
}
