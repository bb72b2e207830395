import type { Location, RenameFile, TextDocumentEdit, WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../../../../schemas/references.js";
import { rangeBetween } from "../../document/jsonTree.js";
import { type NamedSymbol, variablePlaces } from "../../symbols/fileSymbols.js";
import type { Places } from "../../symbols/symbolIndex.js";
import type { Context } from "../feature.js";

/** The uses of a symbol in all setup files of the workspace. */
export async function usesOf({ symbols }: Context, { kind, key }: NamedSymbol): Promise<readonly Places[]> {
  await symbols.settle();
  return symbols.uses(kind).get(key) ?? [];
}

/** Where the workspace's `.env` files set a variable. Empty for other symbols. */
export async function settingsOf({ envFiles }: Context, { kind, key }: NamedSymbol): Promise<readonly Places[]> {
  if (kind !== "env") return [];
  return (await envFiles.all())
    .map((document) => ({ document, places: variablePlaces(document).filter((place) => place.key === key) }))
    .filter(({ places }) => places.length > 0);
}

export function locationsOf({ document, places }: Places): Location[] {
  return places.map(({ place }) => ({ uri: document.uri, range: rangeBetween(document, place.start, place.end) }));
}

export interface FileEdits {
  readonly document: TextDocument;
  readonly edits: readonly (Span & { readonly text: string })[];
}

/**
 * Converts edits of several files for the client, with the versions of open documents if it supports them.
 * @param rename a file to rename after the edits.
 */
export function toWorkspaceEdit(
  { client: { support }, openFiles }: Pick<Context, "client" | "openFiles">,
  files: readonly FileEdits[],
  rename?: Pick<RenameFile, "oldUri" | "newUri">,
): WorkspaceEdit {
  const changes = files.map(({ document, edits }) => ({
    document,
    edits: edits.map(({ start, end, text }) => ({ range: rangeBetween(document, start, end), newText: text })),
  }));
  if (!support.capabilities.workspace?.workspaceEdit?.documentChanges && !rename)
    return { changes: Object.fromEntries(changes.map(({ document, edits }) => [document.uri, edits])) };
  const ofTexts = changes.map(({ document: { uri }, edits }): TextDocumentEdit => ({
    textDocument: { uri, version: openFiles.get(uri)?.version ?? null },
    edits,
  }));
  return { documentChanges: rename ? [...ofTexts, { kind: "rename", ...rename }] : ofTexts };
}
