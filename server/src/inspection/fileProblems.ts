import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FixableProblem, TextRange } from "../../protocol/messages.js";
import { rangeBetween } from "../document/jsonTree.js";
import { type Finding, locationOf } from "../rules/checkFile.js";
import { explanationOf } from "../rules/rule.js";

/** A problem in a file. */
export interface Problem extends Omit<FixableProblem, "fix"> {
  /** The URL of the page that explains the code. */
  readonly help: string;
  readonly related: readonly (TextRange & { readonly path: string; readonly message: string })[];
}

export function problemOf(document: TextDocument, { code, severity, problem }: Finding): Problem {
  return {
    severity,
    code,
    message: problem.message(),
    ...toPlace(rangeBetween(document, problem.start, problem.end)),
    help: explanationOf(code),
    related: (problem.related ?? []).map((related) => {
      const { uri, range } = locationOf(document, related);
      return { path: uri, ...toPlace(range), message: related.message };
    }),
  };
}

export function toPlace({ start, end }: Range): TextRange {
  return { line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1 };
}
