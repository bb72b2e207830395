import { TextDocument } from "vscode-languageserver-textdocument";
import { variants } from "../../../schemas/variants.js";
import { VALIDATE, type FixableProblem, type ValidateParams, type ValidateResult } from "../../protocol/messages.js";
import { setupFileOf } from "../document/setupFile.js";
import { rangeBetween, tokensOf } from "../document/tree.js";
import { findingsIn, placeOf, problemOf, type FileText } from "../inspection/checkTexts.js";
import { inspectDocument } from "../inspection/inspectDocument.js";
import { checkFile, type Finding } from "../rules/check.js";
import type { FixContext } from "./codeActions/fix.js";
import { fixesFor } from "./codeActions/table.js";
import type { Context, Feature } from "./feature.js";
import { layoutOf, toPlainText } from "./insertion.js";

/** Tells coding agents what the editor shows: problems, and how to fix them. */
export const validate: Feature = {
  register(connection, context) {
    connection.onRequest(
      VALIDATE,
      context.answer("Validating for an agent", [], ({ files }: ValidateParams) =>
        Promise.all(files.map(({ uri, text }) => validateIn(context, uri, text))),
      ),
    );
  },
};

async function validateIn({ diagnostics }: Context, uri: string, text: string): Promise<ValidateResult> {
  const document = TextDocument.create(uri, "vaultconn", 0, text);
  return resultOf(document, uri === "" ? checkFile(setupFileOf(document)) : await diagnostics.findings(document));
}

/** The same without an editor: files are compared with each other, and no one knows which names exist. */
export function validateTexts(files: readonly FileText[]): Promise<readonly ValidateResult[]> {
  return Promise.all(findingsIn(files).map(({ document, findings }) => resultOf(document, findings)));
}

async function resultOf(document: TextDocument, findings: readonly Finding[]): Promise<ValidateResult> {
  const file = setupFileOf(document);
  const context: FixContext = {
    document,
    file,
    findings,
    layout: layoutOf(file.text),
    support: { capabilities: {}, options: {} },
    queries: { names: () => Promise.resolve(undefined), connections: () => Promise.resolve(undefined) },
  };
  const values = valuesIn(file.text);
  const problems = await Promise.all(
    findings.map(async (finding): Promise<FixableProblem> => {
      const { severity, code, message, line, column, endLine, endColumn } = problemOf(document, finding);
      const fix = await fixOf(finding, context, values);
      return { severity, code, message, line, column, endLine, endColumn, ...(fix && { fix }) };
    }),
  );
  return { problems, inspected: inspectDocument(document, findings) };
}

async function fixOf(
  finding: Finding,
  context: FixContext,
  values: readonly string[],
): Promise<FixableProblem["fix"] | undefined> {
  const fixes = (await fixesFor(finding, context)).filter(({ edits }) => edits.length > 0);
  const fix = fixes.find(({ preferred }) => preferred) ?? fixes[0];
  if (!fix) return undefined;
  const { document } = context;
  const edits = fix.edits.flatMap(({ start, end, text }) =>
    smallest(document.getText(), start, end, toPlainText(text)),
  );
  if (edits.some(({ newText }) => repeats(newText, values))) return { title: fix.title };
  return {
    title: fix.title,
    edits: edits.map(({ start, end, newText }) => ({ ...placeOf(rangeBetween(document, start, end)), newText })),
  };
}

interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** An edit without the text that it keeps, which may be a value. */
function smallest(text: string, start: number, end: number, newText: string): readonly TextEdit[] {
  let [from, to, inserted] = [start, end, newText];
  while (from < to && inserted !== "" && text[from] === inserted[0]) [from, inserted] = [from + 1, inserted.slice(1)];
  while (from < to && inserted !== "" && text[to - 1] === inserted.at(-1))
    [to, inserted] = [to - 1, inserted.slice(0, -1)];
  const old = text.slice(from, to);
  const [longer, shorter] = old.length > inserted.length ? [old, inserted] : [inserted, old];
  const kept = shorter === "" ? -1 : longer.indexOf(shorter);
  if (kept < 0) return [{ start: from, end: to, newText: inserted }];
  const around = [longer.slice(0, kept), longer.slice(kept + shorter.length)] as const;
  const edits =
    longer === old
      ? [
          { start: from, end: from + around[0].length, newText: "" },
          { start: to - around[1].length, end: to, newText: "" },
        ]
      : [
          { start: from, end: from, newText: around[0] },
          { start: to, end: to, newText: around[1] },
        ];
  return edits.filter((edit) => edit.start < edit.end || edit.newText !== "");
}

/** Names and words of the schemas, longest first. */
const VOCABULARY = [
  ...new Set(
    variants.flatMap(({ type, fields }) => [type, ...fields.flatMap(({ name, allowed = [] }) => [name, ...allowed])]),
  ),
].sort((a, b) => b.length - a.length);

/** Everything but the names of properties and the words of the schemas, as written and as it reads. */
function valuesIn(text: string): readonly string[] {
  const comments: string[] = [];
  const tokens = [...tokensOf(text, ({ offset, end }) => comments.push(text.slice(offset, end)))];
  const values = tokens.filter((_, at) => tokens[at + 1]?.kind !== ":");
  return [...values.flatMap((token) => [token.text, text.slice(token.offset, token.end)]), ...comments]
    .map((value) => withoutVocabulary(value.replaceAll('"', "")))
    .filter((value) => /\w/.test(value));
}

function withoutVocabulary(text: string): string {
  return VOCABULARY.reduce((rest, word) => rest.replaceAll(word, " "), text);
}

/** More characters in common with a value are no chance. */
const SHORTEST_RUN = 4;

/** Whether a text has a part of one of the values in it, or the whole of a short one. */
function repeats(text: string, values: readonly string[]): boolean {
  const rest = withoutVocabulary(text);
  const words = new Set(rest.split(/\W+/));
  const runs = Array.from({ length: Math.max(0, rest.length - SHORTEST_RUN + 1) }, (_, at) =>
    rest.slice(at, at + SHORTEST_RUN),
  ).filter((run) => /\w{2}/.test(run));
  return values.some((value) =>
    value.length < SHORTEST_RUN ? words.has(value) : runs.some((run) => value.includes(run)),
  );
}
