import { TextDocument } from "vscode-languageserver-textdocument";
import { variants } from "../../../schemas/variants.js";
import {
  type FixableProblem,
  InspectRequest,
  type InspectResult,
  ValidateRequest,
  type ValidateResult,
} from "../../protocol/messages.js";
import { setupFileOf } from "../document/setupFile.js";
import { rangeBetween, tokensOf } from "../document/tree.js";
import { findingsIn, toPlace, problemOf, type FileText } from "../inspection/checkTexts.js";
import { inspectDocument } from "../inspection/inspectDocument.js";
import { checkFile, type Finding } from "../rules/check.js";
import type { FixContext } from "./codeActions/fix.js";
import { fixesFor } from "./codeActions/table.js";
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

/** Validates files without an editor. Compares them with each other; which names exist is unknown. */
export function validateTexts(files: readonly FileText[]): Promise<readonly ValidateResult[]> {
  return Promise.all(findingsIn(files).map(({ document, findings }) => resultOf(document, findings)));
}

async function resultOf(document: TextDocument, findings: readonly Finding[]): Promise<ValidateResult> {
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
  const values = file.text.length > MAX_FIXED_LENGTH ? undefined : valuesIn(file.text);
  const problems = await Promise.all(
    findings.map(async (finding): Promise<FixableProblem> => {
      const { severity, code, message, line, column, endLine, endColumn } = problemOf(document, finding);
      const fix = values && (await fixOf(finding, context, values));
      return { severity, code, message, line, column, endLine, endColumn, ...(fix && { fix }) };
    }),
  );
  return { problems, inspected: inspectDocument(document, findings) };
}

async function fixOf(
  finding: Finding,
  context: FixContext,
  values: Values,
): Promise<FixableProblem["fix"] | undefined> {
  const fixes = (await fixesFor(finding, context)).filter(({ edits }) => edits.length > 0);
  const fix = fixes.find(({ preferred }) => preferred) ?? fixes[0];
  if (!fix) return undefined;
  const { document } = context;
  const whole = fix.edits.map(({ start, end, text }) => ({ start, end, newText: toPlainText(text) }));
  const isSafe = (edits: readonly TextEdit[]) => edits.every(({ newText }) => !containsValue(newText, values));
  const text = document.getText();
  const edits = isSafe(whole) ? whole : whole.flatMap((edit) => shrinkEdit(text, edit));
  if (edits.length > MAX_EDITS || !isSafe(edits)) return { title: fix.title };
  return {
    title: fix.title,
    edits: edits.map(({ start, end, newText }) => ({ ...toPlace(rangeBetween(document, start, end)), newText })),
  };
}

interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Larger edits aren't shortened, since that takes a step for each pair of characters in the two texts. */
const MAX_PAIRS = 250_000;
/** More of them fill an answer. */
const MAX_EDITS = 200;
/** In UTF-16 units. Longer texts get no fixes, since comparing them with all values takes too long. */
const MAX_FIXED_LENGTH = 100_000;

/** Removes the longest common parts from an edit, since text that it keeps may be a value. */
function shrinkEdit(text: string, { start, end, newText }: TextEdit): readonly TextEdit[] {
  const old = text.slice(start, end);
  const kept = old.length * newText.length > MAX_PAIRS ? undefined : longestCommonPart(old, newText);
  if (!kept) return old === newText ? [] : [{ start, end, newText }];
  const { inOld, inNew, length } = kept;
  return [
    ...shrinkEdit(text, { start, end: start + inOld, newText: newText.slice(0, inNew) }),
    ...shrinkEdit(text, { start: start + inOld + length, end, newText: newText.slice(inNew + length) }),
  ];
}

function longestCommonPart(old: string, added: string) {
  let best: { readonly inOld: number; readonly inNew: number; readonly length: number } | undefined;
  let before = new Uint32Array(added.length + 1);
  for (let i = 0; i < old.length; i++) {
    const lengths = new Uint32Array(added.length + 1);
    for (let j = 0; j < added.length; j++) {
      if (old[i] !== added[j]) continue;
      const length = (before[j] ?? 0) + 1;
      lengths[j + 1] = length;
      if (length > (best?.length ?? 0)) best = { inOld: i + 1 - length, inNew: j + 1 - length, length };
    }
    before = lengths;
  }
  return best;
}

/** Names and words of the schemas, longest first. */
const VOCABULARY = [
  ...new Set(
    variants.flatMap(({ type, fields }) => [type, ...fields.flatMap(({ name, allowed = [] }) => [name, ...allowed])]),
  ),
].sort((a, b) => b.length - a.length);

/** Properties that identify a connection aren't secret. */
const NO_SECRETS: readonly string[] = ["$schema", "id", "tenant"];

/** Separates words. */
const PUNCTUATION = /[\s"{}[\],:<>]+/;

/** A common part of this length with a value is unlikely to be a coincidence. */
const MIN_RUN_LENGTH = 4;

/** Parts of a text's values, to search for. */
interface Values {
  /** All parts of `MIN_RUN_LENGTH` characters. */
  readonly runs: ReadonlySet<string>;
  /** Shorter values, as whole words. */
  readonly words: ReadonlySet<string>;
}

/** Collects the values in a text, both as source and decoded, without property names and words of the schemas. */
function valuesIn(text: string): Values {
  const comments: string[] = [];
  const tokens = [...tokensOf(text, ({ offset, end }) => comments.push(text.slice(offset, end)))];
  const values = tokens.filter(
    (_, at) => tokens[at + 1]?.kind !== ":" && !NO_SECRETS.includes(tokens[at - 2]?.text ?? ""),
  );
  const all = [...values.flatMap((token) => [token.text, text.slice(token.offset, token.end)]), ...comments];
  const lines = withoutVocabulary(all.join("\n").replaceAll('"', "")).split("\n");
  return {
    runs: new Set(lines.flatMap(runsOf)),
    words: new Set(lines.filter((line) => line.length < MIN_RUN_LENGTH && line.trim() !== "")),
  };
}

/** Whether a text contains a part of a value, or all of a short one. */
function containsValue(text: string, { runs, words }: Values): boolean {
  const rest = withoutVocabulary(text);
  return runsOf(rest).some((run) => runs.has(run)) || rest.split(PUNCTUATION).some((word) => words.has(word));
}

function runsOf(text: string): readonly string[] {
  const count = Math.max(0, text.length - MIN_RUN_LENGTH + 1);
  return Array.from({ length: count }, (_, at) => text.slice(at, at + MIN_RUN_LENGTH)).filter(
    (run) => run.split(PUNCTUATION).join("") !== "",
  );
}

function withoutVocabulary(text: string): string {
  return VOCABULARY.reduce((rest, word) => rest.replaceAll(word, " "), text).replaceAll(/\$\{[a-z]+:/g, " ");
}
