import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeEach } from "vitest";
import { TextDocumentEdit, type TextEdit, type WorkspaceEdit } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

/** The folder of the test that runs, empty at its beginning; "" if it has none. */
export let root = "";

/** Gives each test of a file a folder, which goes with the test, and is the workspace of VS Code's double. */
export function useFolder(): () => string {
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), "vaultconn-unit-")));
    return async () => {
      await rm(root, { recursive: true, force: true });
      root = "";
    };
  });
  return () => root;
}

/** The URI of a file or folder below that folder; without a name, of the folder itself. */
export function uriOf(name = ""): string {
  return pathToFileURL(join(root, name)).href;
}

/** Writes files below that folder. */
export function writeFiles(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
}

/** What files below that folder become with an edit, by their names. */
export function applied(edit: WorkspaceEdit | null): Readonly<Record<string, string>> {
  const changes = (edit?.documentChanges ?? []).filter((change) => TextDocumentEdit.is(change));
  return Object.fromEntries(
    changes.map(({ textDocument: { uri }, edits }) => {
      const document = TextDocument.create(uri, "", 1, readFileSync(fileURLToPath(uri), "utf8"));
      return [uri.slice(uriOf().length + 1), TextDocument.applyEdits(document, edits as TextEdit[])];
    }),
  );
}
