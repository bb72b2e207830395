import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { TextDocumentEdit, TextEdit, type WorkspaceEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { useFolder as useEmptyFolder } from "../unit/folder.js";

/** The folder of the test that runs, empty at its beginning. */
export let root: string;

/** Gives each test of the file it is called in a folder of its own. */
export function useFolder(): void {
  useEmptyFolder((folder) => {
    root = folder;
  });
}

/** The URI of a file or folder below that folder; without a name, of the folder itself. */
export function uriOf(name = ""): string {
  return pathToFileURL(path.join(root, name)).href;
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** What files become with an edit, by their names. */
export function applied(
  edit: WorkspaceEdit | null,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const changes = (edit?.documentChanges ?? []).filter((change) => TextDocumentEdit.is(change));
  return Object.fromEntries(
    changes.map(({ textDocument: { uri }, edits }) => {
      const name = Object.keys(files).find((file) => uriOf(file) === uri) ?? uri;
      const document = TextDocument.create(uri, "", 1, files[name] ?? "");
      const plain = edits.filter((each) => TextEdit.is(each));
      return [name, TextDocument.applyEdits(document, plain)];
    }),
  );
}
