import type { CompletionItemKind } from "vscode-languageserver";

/** The kinds of completion items that are used here, by LSP's names. */
export const itemKinds = {
  text: 1,
  variable: 6,
  property: 10,
  value: 12,
  keyword: 14,
  snippet: 15,
  file: 17,
  reference: 18,
  enumMember: 20,
} as const satisfies Readonly<Record<string, CompletionItemKind>>;

/** The kinds that an editor knows which does not say which it knows. */
export const MAX_ORIGINAL_KIND: CompletionItemKind = 18;
