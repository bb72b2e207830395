import * as jsonc from "jsonc-parser";
import {
  type DocumentFormattingParams,
  type DocumentOnTypeFormattingParams,
  type DocumentRangeFormattingParams,
  type DocumentSymbol,
  type FoldingRange,
  type FormattingOptions,
  type Position,
  type Range,
  type SelectionRange,
  type SelectionRangeParams,
  type SymbolInformation,
  SymbolKind,
  type TextEdit,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ClientSupport } from "../client/client.js";
import { type SetupFile, setupFileOf } from "../document/setupFile.js";
import { type Comment, type JsonNode, nodesAt, rangeBetween, rangeOf, type Token, tokensOf } from "../document/tree.js";
import { escapeMarkdown, knownField } from "./describe.js";
import type { Feature } from "./feature.js";
import { layoutOf } from "./insertion.js";

type FormattingParams = DocumentFormattingParams & Partial<DocumentRangeFormattingParams>;

/** Without line breaks, since formatting would remove the new line. */
const FORMATTING_TRIGGERS = { firstTriggerCharacter: "}", moreTriggerCharacter: ["]"] };

/**
 * What follows from the structure of a file: its outline; folding of objects, arrays and comments; selections that
 * expand from text to its string, property, object and file; and formatting of a file, a range, or the lines around
 * typed text.
 */
export const structure: Feature = {
  capabilities: () => ({
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    documentFormattingProvider: true,
    documentRangeFormattingProvider: true,
    documentOnTypeFormattingProvider: FORMATTING_TRIGGERS,
  }),
  register(connection, { client: { support }, answerAbout }) {
    connection.onDocumentSymbol(
      answerAbout("Document symbols", [], (document): DocumentSymbol[] | SymbolInformation[] => {
        const symbols = symbolsOf(document);
        const { hierarchicalDocumentSymbolSupport } = support.capabilities.textDocument?.documentSymbol ?? {};
        return hierarchicalDocumentSymbolSupport ? symbols : flat(document.uri, symbols);
      }),
    );
    connection.onFoldingRanges(answerAbout("Folding", [], (document) => foldsOf(document, support)));
    connection.onSelectionRanges(
      answerAbout("Selection ranges", [], (document, { positions }: SelectionRangeParams) =>
        positions.map((position) => selectionAt(document, position)),
      ),
    );
    const format = answerAbout("Formatting", [], (document, { options, range }: FormattingParams) =>
      formatEdits(document, options, range),
    );
    connection.onDocumentFormatting(format);
    connection.onDocumentRangeFormatting(format);
    connection.onDocumentOnTypeFormatting(
      answerAbout("Formatting while typing", [], (document, { options, position }: DocumentOnTypeFormattingParams) =>
        formatEdits(document, options, {
          start: { line: Math.max(0, position.line - 1), character: 0 },
          end: position,
        }),
      ),
    );
  },
};

const KINDS: Readonly<Record<JsonNode["type"], SymbolKind>> = {
  object: SymbolKind.Object,
  array: SymbolKind.Array,
  property: SymbolKind.Property,
  string: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
};
const MAX_SYMBOLS = 5000;

/**
 * The properties of a file as a tree. Shows only values of known fields that aren't secrets, since any other could be
 * one.
 */
export function symbolsOf(document: TextDocument): DocumentSymbol[] {
  const file = setupFileOf(document);
  let count = 0;
  const within = (node: JsonNode | undefined): DocumentSymbol[] => {
    const symbols: DocumentSymbol[] = [];
    for (const [index, child] of (node?.children ?? []).entries()) {
      if (count++ >= MAX_SYMBOLS) break;
      const key = child.type === "property" ? child.children?.[0] : undefined;
      const value = key ? child.children?.[1] : child;
      symbols.push({
        name: (key ? escapeMarkdown(String(key.value)) : String(index)) || '""',
        ...detailOf(file, child, value),
        kind: KINDS[value?.type ?? "null"],
        range: rangeOf(document, child),
        selectionRange: rangeOf(document, key ?? child),
        children: value?.children ? within(value) : [],
      });
    }
    return symbols;
  };
  return within(file.tree);
}

function detailOf(file: SetupFile, property: JsonNode, value: JsonNode | undefined): { detail?: string } {
  if (value?.type !== "string" || property.type !== "property") return {};
  const known = knownField(file, property);
  return known && !known.field.secret ? { detail: escapeMarkdown(String(value.value), 60) } : {};
}

function flat(uri: string, symbols: readonly DocumentSymbol[], containerName?: string): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children }) => [
    { name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) },
    ...flat(uri, children ?? [], name),
  ]);
}

/** The folding ranges of everything that spans lines. */
export function foldsOf(document: TextDocument, { capabilities }: ClientSupport): FoldingRange[] {
  const { lineFoldingOnly } = capabilities.textDocument?.foldingRange ?? {};
  if (setupFileOf(document).tooLargeAt !== undefined) return [];
  const found: FoldingRange[] = [];
  const open: Token[] = [];
  const add = (start: number, end: number, before: number, kind?: "comment"): void => {
    const from = document.positionAt(start);
    const to = document.positionAt(end);
    const endLine = lineFoldingOnly ? to.line - before : to.line;
    if (endLine <= from.line) return;
    const characters = lineFoldingOnly ? {} : { startCharacter: from.character, endCharacter: to.character };
    found.push({ startLine: from.line, endLine, ...characters, ...(kind && { kind }) });
  };
  // Comments on consecutive lines fold together.
  let block: Comment | undefined;
  const addBlock = (): void => {
    if (block) add(block.offset, block.end, 0, "comment");
  };
  const lineOf = (offset: number): number => document.positionAt(offset).line;
  const tokens = tokensOf(document.getText(), (comment) => {
    if (block && lineOf(comment.offset) === lineOf(block.end) + 1) {
      block = { ...block, end: comment.end };
    } else {
      addBlock();
      block = comment;
    }
  });
  for (const token of tokens) {
    if (token.kind === "{" || token.kind === "[") open.push(token);
    else if (token.kind === "}" || token.kind === "]") {
      const begin = open.pop();
      if (begin) add(begin.end, token.offset, 1);
    }
  }
  addBlock();
  return found.sort((a, b) => a.startLine - b.startLine);
}

/** The smallest selection around a position, with its parents. It may be empty. */
export function selectionAt(document: TextDocument, position: Position): SelectionRange {
  const offset = document.offsetAt(position);
  const { tree, text } = setupFileOf(document);
  let selection: SelectionRange = { range: rangeBetween(document, 0, text.length) };
  let [lastStart, lastEnd] = [0, text.length];
  for (const [start, end] of nodesAt(tree, offset).flatMap((node) => spansOf(node, offset))) {
    if (start < lastStart || end > lastEnd || (start === lastStart && end === lastEnd)) continue;
    selection = { range: rangeBetween(document, start, end), parent: selection };
    [lastStart, lastEnd] = [start, end];
  }
  return selection;
}

/** The spans of a node and of the text inside its quotes, braces or brackets. */
function spansOf({ type, offset, length }: JsonNode, cursor: number): readonly (readonly [number, number])[] {
  const end = offset + length;
  const holds = type === "string" || type === "object" || type === "array";
  const whole = [offset, end] as const;
  return holds && offset < cursor && cursor < end ? [whole, [offset + 1, end - 1]] : [whole];
}

/**
 * The edits that format a document, or only those that end in the lines of a range. Empty if there's a syntax error,
 * since the indentation would be a guess.
 */
export function formatEdits(document: TextDocument, options: FormattingOptions, range?: Range): TextEdit[] {
  const { text, tree, syntaxFault, tooLargeAt } = setupFileOf(document);
  if (!tree || syntaxFault || tooLargeAt !== undefined) return [];
  const end = text.trimEnd().length;
  const { tabSize, insertSpaces } = options;
  const eol = layoutOf(text).lineBreak;
  const edits = jsonc.format(text.slice(0, end), undefined, { tabSize, insertSpaces, eol });
  const lineBreaks = finalLineBreaks(text, end, options);
  if (text.slice(end) !== lineBreaks) edits.push({ offset: end, length: text.length - end, content: lineBreaks });
  const all = edits.map(({ offset, length, content }) => ({
    range: rangeBetween(document, offset, offset + length),
    newText: content,
  }));
  return range
    ? all.filter((edit) => edit.range.end.line >= range.start.line && edit.range.end.line <= range.end.line)
    : all;
}

function finalLineBreaks(text: string, end: number, options: FormattingOptions): string {
  const { insertFinalNewline, trimFinalNewlines } = options;
  const [first = insertFinalNewline ? layoutOf(text).lineBreak : "", ...others] =
    text.slice(end).match(/\r?\n|\r/g) ?? [];
  return trimFinalNewlines ? first : [first, ...others].join("");
}
