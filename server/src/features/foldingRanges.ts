import type { FoldingRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ClientSupport } from "../client/support.js";
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
  const lineOf = (offset: number): number => document.positionAt(offset).line;
  const comments: Comment[] = [];
  const onComment = (comment: Comment): void => {
    const last = comments.at(-1);
    // Comments on consecutive lines fold together.
    if (last && lineOf(comment.offset) === lineOf(last.end) + 1) comments.splice(-1, 1, { ...last, end: comment.end });
    else comments.push(comment);
  };
  for (const token of tokensOf(document.getText(), onComment)) {
    if (token.kind === "{" || token.kind === "[") open.push(token);
    else if (token.kind === "}" || token.kind === "]") {
      const begin = open.pop();
      if (begin) add(begin.end, token.offset, 1);
    }
  }
  for (const { offset, end } of comments) add(offset, end, 0, "comment");
  return found.sort((a, b) => a.startLine - b.startLine);
}
