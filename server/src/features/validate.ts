import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type FixableProblem,
  InspectRequest,
  type InspectResult,
  ValidateRequest,
  type ValidateResult,
} from "../../protocol/messages.js";
import { setupFileOf } from "../document/setupFile.js";
import { rangeBetween } from "../document/jsonTree.js";
import { inspectDocument } from "../inspection/inspectDocument.js";
import { toPlace, problemOf } from "../inspection/fileProblems.js";
import { checkFile, type Finding } from "../rules/checkFile.js";
import type { FixContext } from "./codeActions/fix.js";
import { fixesFor } from "./codeActions/fixes.js";
import type { Context, Feature } from "./feature.js";
import { onRequest } from "./guards.js";
import { toPlainText } from "./insertion.js";

/** Tells the client what files contain and whether they can be pushed, and coding agents their problems with fixes. */
export const validate: Feature = {
  register(connection, context) {
    onRequest(
      connection,
      InspectRequest,
      context.answer("Inspecting a file", null, ({ uri }) => inspectFile(context, uri)),
    );
    onRequest(
      connection,
      ValidateRequest,
      context.answer("Validating for an agent", [], ({ files }) =>
        Promise.all(files.map(({ uri, text }) => validateIn(context, uri, text))),
      ),
    );
  },
};

async function inspectFile({ documents, files, diagnostics }: Context, uri: string): Promise<InspectResult | null> {
  const open = documents.get(uri);
  const document = open ?? (await files.readAny(uri));
  if (!document) return null;
  return { version: open ? open.version : null, ...inspectDocument(document, await diagnostics.findings(document)) };
}

async function validateIn({ diagnostics }: Context, uri: string, text: string): Promise<ValidateResult> {
  const document = TextDocument.create(uri, "vaultconn", 0, text);
  return resultOf(document, uri === "" ? checkFile(setupFileOf(document)) : await diagnostics.findings(document));
}

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
