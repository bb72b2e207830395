import type { FoldingRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ClientSupport } from "../client/languageClient.js";
import { setupFileOf } from "../document/setupFile.js";
import { type Comment, type Token, tokensOf } from "../document/jsonTree.js";
import type { Feature } from "./feature.js";

/** Folds objects, arrays and comments. */
export const foldingRanges: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register(connection, { client: { support }, answerAbout }) {
    connection.onFoldingRanges(answerAbout("Folding", [], (document) => foldsOf(document, support)));
  },
};

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
