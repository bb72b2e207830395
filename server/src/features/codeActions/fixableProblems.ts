import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FixableProblem, ValidateResult } from "../../../protocol/messages.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { setupFileOf } from "../../document/setupFile.js";
import { problemOf, toPlace } from "../../inspection/fileProblems.js";
import { inspectDocument } from "../../inspection/inspectDocument.js";
import type { Finding } from "../../rules/checkFile.js";
import { toPlainText } from "../insertion.js";
import type { FixContext } from "./fix.js";
import { fixesFor } from "./fixes.js";

/** Adds fixes to a document's findings, as an editor without commands and names would get them. */
export async function resultOf(document: TextDocument, findings: readonly Finding[]): Promise<ValidateResult> {
  const file = setupFileOf(document);
  const context: FixContext = {
    document,
    file,
    findings,
    client: {
      support: { capabilities: {}, options: {} },
      names: () => Promise.resolve(undefined),
      connections: () => Promise.resolve(undefined),
    },
  };
  const problems = await Promise.all(
    findings.map(async (finding): Promise<FixableProblem> => {
      const { severity, code, message, line, column, endLine, endColumn } = problemOf(document, finding);
      const fix = await fixOf(finding, context);
      return { severity, code, message, line, column, endLine, endColumn, ...(fix && { fix }) };
    }),
  );
  return { problems, inspected: inspectDocument(document, findings) };
}

/** More edits fill an answer. */
const MAX_EDITS = 200;

async function fixOf(finding: Finding, context: FixContext): Promise<FixableProblem["fix"] | undefined> {
  // Titles of these fixes repeat what stands between the braces, and the problem's message says the same.
  if (finding.code === "malformed-reference") return undefined;
  const fixes = (await fixesFor(finding, context)).filter(({ edits }) => edits.length > 0);
  const fix = fixes.find(({ preferred }) => preferred) ?? fixes[0];
  if (!fix) return undefined;
  const edits = fix.edits.map(({ start, end, text }) => ({
    ...toPlace(rangeBetween(context.document, start, end)),
    newText: toPlainText(text),
  }));
  const isSafe = fix.isValueFree === true || edits.every(({ newText }) => ONLY_JSON.test(newText));
  return edits.length > MAX_EDITS || !isSafe ? { title: fix.title } : { title: fix.title, edits };
}

/** What JSON has between values. */
const ONLY_JSON = /^[\s"{}[\],:]*$/;
