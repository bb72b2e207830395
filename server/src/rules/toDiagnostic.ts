import { DiagnosticSeverity, type ClientCapabilities, type Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeBetween } from "../document/tree.js";
import type { Finding } from "./check.js";
import { explanationOf, type ProblemDetails, type RelatedPlace } from "./rule.js";

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
