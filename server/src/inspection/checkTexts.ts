import { TextDocument } from "vscode-languageserver-textdocument";
import type { Range } from "vscode-languageserver";
import type { FixableProblem, InspectResult, TextRange } from "../../protocol/messages.js";
import { setupFileOf, type TargetName } from "../document/setupFile.js";
import { rangeBetween } from "../document/tree.js";
import { checkFile, type Finding, locationOf } from "../rules/check.js";
import { explanationOf, type RuleContext } from "../rules/rule.js";
import { Targets } from "../workspace/targets.js";
import { inspectDocument } from "./inspectDocument.js";

/** A problem in a file. */
export interface Problem extends Omit<FixableProblem, "fix"> {
  /** The URL of the page that explains the code. */
  readonly help: string;
  readonly related: readonly (TextRange & { readonly path: string; readonly message: string })[];
}

/** A file's text, and its path as the caller spells it. */
export interface FileText {
  readonly path: string;
  readonly text: string;
}

/** A file with its problems, in text order. */
export interface CheckedFile {
  readonly path: string;
  readonly problems: readonly Problem[];
  /** What the file contains and whether it can be pushed. */
  readonly inspect: () => Omit<InspectResult, "version">;
}

/** The options of a check on the command line. */
export type CheckContext = Pick<RuleContext, "plainTextSecret" | "exists">;

/**
 * Checks files like the editor, in the given order. Also reports files that update the same connection. The command
 * line uses this.
 */
export function checkTexts(files: readonly FileText[], context: CheckContext = {}): readonly CheckedFile[] {
  return findingsIn(files, context).map(({ document, findings }) => ({
    path: document.uri,
    problems: findings.map((finding) => problemOf(document, finding)),
    inspect: () => inspectDocument(document, findings),
  }));
}

/** Like `checkTexts`, with the server's findings. */
export function findingsIn(
  files: readonly FileText[],
  context: CheckContext = {},
): readonly { readonly document: TextDocument; readonly findings: readonly Finding[] }[] {
  const documents = files.map(({ path, text }) => TextDocument.create(path, "vaultconn", 1, text));
  const targets = new Targets();
  for (const document of documents) targets.add(document, setupFileOf(document));
  return documents.map((document) => {
    const sameTarget = (target: TargetName) => targets.others(document.uri, target);
    return { document, findings: checkFile(setupFileOf(document), { ...context, sameTarget }) };
  });
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
