import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { WorkspaceEdit } from "vscode-languageserver";
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
  const entries = Object.entries(files).map(([name, content]) => [path.join(folder, name), content] as const);
  const folders = new Set(entries.map(([full]) => path.dirname(full)));
  // Of thousands, the detour of doing it asynchronously would take most of the time.
  for (const each of folders) mkdirSync(each, { recursive: true });
  for (const [full, content] of entries) writeFileSync(full, content);
}

/** What files become with an edit, by their names. */
export function applied(
  edit: WorkspaceEdit | null,
  files: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const changes = Object.entries(edit?.changes ?? {}).map(([uri, edits]) => ({ uri, edits }));
  const versioned = (edit?.documentChanges ?? []).flatMap((change) =>
    "edits" in change
      ? [{ uri: change.textDocument.uri, edits: change.edits.filter((each) => "newText" in each) }]
      : [],
  );
  return Object.fromEntries(
    [...changes, ...versioned].map(({ uri, edits }) => {
      const name = Object.keys(files).find((file) => uriOf(file) === uri) ?? uri;
      return [name, TextDocument.applyEdits(TextDocument.create(uri, "", 1, files[name] ?? ""), edits)];
    }),
  );
}
