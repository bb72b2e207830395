import type { Diagnostic, DiagnosticSeverity } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { rangeBetween } from "../document/range.js";
import type { Finding } from "./check.js";
import type { ProblemDetails, RelatedPlace } from "./rule.js";

/** The `source` of every diagnostic. */
const SOURCE = "vaultconn";

/** Where each code is explained: a section of this page, named after the code. */
export const EXPLANATIONS = "https://github.com/vaultconn/vault-connections/blob/main/docs/diagnostics.md";

/** What quick fixes find in `data`. */
type DiagnosticData = ProblemDetails & { readonly code: string };

const SEVERITIES: Readonly<Record<Finding["severity"], DiagnosticSeverity>> = {
  error: 1,
  warning: 2,
  information: 3,
  hint: 4,
};

/** A finding in the words of LSP. */
export function toDiagnostic(document: TextDocument, { code, severity, problem }: Finding): Diagnostic {
  const data: DiagnosticData = { code, ...problem.data?.() };
  return {
    range: rangeBetween(document, problem.start, problem.end),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: `${EXPLANATIONS}#${code}` },
    source: SOURCE,
    message: problem.message(),
    ...(problem.related && {
      relatedInformation: problem.related.map((related) => relatedInformation(document, related)),
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
