import type { TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Documents } from "../features/feature.js";

/**
 * The open documents that are setup files: an editor may have opened a `.env` file too, of which only the names of its
 * variables are anybody's business.
 */
export function setupDocuments(
  all: TextDocuments<TextDocument>,
  isEnvFile: (document: TextDocument) => boolean,
): Documents {
  type Listen = Documents["onDidOpen"];
  const only =
    (event: Listen): Listen =>
    (listener) =>
      event((change) => {
        if (!isEnvFile(change.document)) listener(change);
      });
  return {
    all: () => all.all().filter((document) => !isEnvFile(document)),
    get: (uri) => {
      const document = all.get(uri);
      return document && !isEnvFile(document) ? document : undefined;
    },
    onDidOpen: only((listener) => all.onDidOpen(listener)),
    onDidChangeContent: only((listener) => all.onDidChangeContent(listener)),
    onDidSave: only((listener) => all.onDidSave(listener)),
    onDidClose: only((listener) => all.onDidClose(listener)),
  };
}
