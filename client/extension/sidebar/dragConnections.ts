import * as vscode from "vscode";
import { createScanner } from "jsonc-parser";
import { setupFileSelector } from "../editor/setupDocument.js";
import type { TreeNode } from "./tree.js";

/** A type of our own, to tell our drops from dropped text. */
const CONNECTION_IDS = "application/vnd.vaultconn.connection-ids";
const TEXT = "text/plain";

/** A comment or a string without its end: `ScanError` of jsonc-parser, a const enum that `isolatedModules` can't read. */
const OPEN_ENDED: readonly number[] = [1, 2];

/** Lets the user drag connections from the sidebar into a setup file, or as plain text anywhere else. */
export const dragConnections: vscode.TreeDragAndDropController<TreeNode> = {
  dragMimeTypes: [TEXT, CONNECTION_IDS],
  dropMimeTypes: [],
  handleDrag(rows, data) {
    const ids = rows.flatMap((row) => (row.kind === "connection" ? [row.connection.id] : []));
    if (ids.length === 0) return;
    for (const type of [TEXT, CONNECTION_IDS]) data.set(type, new vscode.DataTransferItem(ids.join("\n")));
  },
};

/** Inserts the id of a connection that's dropped on a setup file, and adds quotes if needed. */
export function acceptDrops(): vscode.Disposable {
  const provider: vscode.DocumentDropEditProvider = {
    async provideDocumentDropEdits(document, position, data) {
      const [id] = (await data.get(CONNECTION_IDS)?.asString())?.split("\n") ?? [];
      return id === undefined
        ? undefined
        : new vscode.DocumentDropEdit(insertionFor(document.getText(), document.offsetAt(position), id));
    },
  };
  return vscode.languages.registerDocumentDropEditProvider(setupFileSelector(), provider, {
    dropMimeTypes: [CONNECTION_IDS],
  });
}

/** Adds quotes, except inside a string or a comment. @param place an offset in UTF-16 code units. */
export function insertionFor(text: string, place: number, inserted: string): string {
  // If the place is inside a token, the text before it ends in an open one.
  const scanner = createScanner(text.slice(0, place));
  let isInside = false;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan())
    isInside = OPEN_ENDED.includes(scanner.getTokenError()) || text.startsWith("//", scanner.getTokenOffset());
  const quoted = JSON.stringify(inserted);
  return isInside ? quoted.slice(1, -1) : quoted;
}
