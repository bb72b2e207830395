import * as vscode from "vscode";
import { visit } from "jsonc-parser";
import { LANGUAGE_ID } from "../../core/files/setupFile.js";
import type { Node } from "../tenants/nodes.js";

/** Known to this extension alone, so that its own drop is told from a drop of any text. */
const CONNECTION_IDS = "application/vnd.vaultconn.connection-ids";
const TEXT = "text/plain";

/** Lets connections be dragged out of the sidebar: into a setup file, or as plain text anywhere else. */
export const dragConnections: vscode.TreeDragAndDropController<Node> = {
  dragMimeTypes: [TEXT, CONNECTION_IDS],
  dropMimeTypes: [],
  handleDrag(rows, data) {
    const ids = rows.flatMap((row) => (row.kind === "connection" ? [row.connection.id] : []));
    if (ids.length === 0) return;
    for (const type of [TEXT, CONNECTION_IDS]) data.set(type, new vscode.DataTransferItem(ids.join("\n")));
  },
};

/** Inserts the id of a connection where it is dropped on a setup file, in quotes where there are none. */
export function acceptDrops(): vscode.Disposable {
  const provider: vscode.DocumentDropEditProvider = {
    async provideDocumentDropEdits(document, position, data) {
      const [id] = (await data.get(CONNECTION_IDS)?.asString())?.split("\n") ?? [];
      return id === undefined
        ? undefined
        : new vscode.DocumentDropEdit(insertionFor(document.getText(), document.offsetAt(position), id));
    },
  };
  return vscode.languages.registerDocumentDropEditProvider(LANGUAGE_ID, provider, { dropMimeTypes: [CONNECTION_IDS] });
}

/**
 * Adds quotes, except inside a string or a comment.
 * @param place an offset in UTF-16 code units.
 */
export function insertionFor(text: string, place: number, inserted: string): string {
  const quoted = JSON.stringify(inserted);
  let found: string | undefined;
  const onString = (_: unknown, offset: number, length: number) => {
    if (text[offset] !== '"') return;
    const open = length === 1 || text[offset + length - 1] !== '"';
    if (isInside(offset, length, open, place)) found = quoted.slice(1, -1);
  };
  visit(
    text,
    {
      onLiteralValue: onString,
      onObjectProperty: onString,
      onComment: (offset, length) => {
        if (isInside(offset, length, text[offset + 1] === "/", place)) found = quoted.slice(1, -1);
      },
    },
    { disallowComments: false },
  );
  return found ?? quoted;
}

/** @param open whether the token goes on at its end, as one without a closing quote does. */
function isInside(offset: number, length: number, open: boolean, place: number): boolean {
  return place > offset && place < offset + length + (open ? 1 : 0);
}
