import * as vscode from "vscode";
import { LANGUAGE_ID } from "../../core/files/setupFile.js";
import { insertionFor } from "./insertionFor.js";
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
