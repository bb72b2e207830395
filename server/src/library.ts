/** All that the command line uses of the language server, beside its version. */
import { TextDocument } from "vscode-languageserver-textdocument";
import type { InspectResult, ValidateResult } from "../protocol/messages.js";
import { readSetupFile, targetOf, type TargetName } from "./document/setupFile.js";
import { resultOf } from "./features/codeActions/fixableProblems.js";
import { inspectDocument } from "./inspection/inspectDocument.js";
import { type Problem, problemOf } from "./inspection/fileProblems.js";
import { checkFile, type Finding } from "./rules/checkFile.js";
import type { RuleContext } from "./rules/rule.js";
import { Targets } from "./workspace/targets.js";

export type { Problem } from "./inspection/fileProblems.js";
export { findFiles } from "./workspace/findFiles.js";

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
export type CheckContext = Pick<RuleContext, "plainTextSecret" | "exists" | "expiryWarningDays" | "now">;

/** Checks files like the editor, in the given order. Also reports files that update the same connection. */
export function checkFiles(files: readonly FileText[], context: CheckContext = {}): readonly CheckedFile[] {
  return findingsIn(files, context).map(({ document, findings }) => ({
    path: document.uri,
    problems: findings.map((finding) => problemOf(document, finding)),
    inspect: () => inspectDocument(document, findings),
  }));
}

/** Checks files like `checkFiles`, and adds fixes. Which names exist is unknown. */
export function validateFiles(files: readonly FileText[]): Promise<readonly ValidateResult[]> {
  return Promise.all(findingsIn(files).map(({ document, findings }) => resultOf(document, findings)));
}

function findingsIn(
  files: readonly FileText[],
  context: CheckContext = {},
): readonly { readonly document: TextDocument; readonly findings: readonly Finding[] }[] {
  const targets = new Targets();
  const checked = files.map(({ path, text }) => {
    const document = TextDocument.create(path, "vaultconn", 1, text);
    const file = readSetupFile(text);
    targets.set(document, file);
    return { document, target: targetOf(file), findings: checkFile(file, context) };
  });
  // What was read of a file isn't kept. To keep it for all takes longer than to read those again that share a connection.
  return checked.map(({ document, target, findings }) => {
    const sameTarget = (named: TargetName) => targets.others(document.uri, named);
    const isShared = target !== undefined && sameTarget(target).count > 0;
    return isShared
      ? { document, findings: checkFile(readSetupFile(document.getText()), { ...context, sameTarget }) }
      : { document, findings };
  });
}
