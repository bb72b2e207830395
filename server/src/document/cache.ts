import type { TextDocument } from "vscode-languageserver-textdocument";
import { readSetupFile, type SetupFile } from "./setupFile.js";

const files = new WeakMap<TextDocument, { readonly version: number; readonly file: SetupFile }>();

/** What a document means, computed once for each of its versions. */
export function setupFileOf(document: TextDocument): SetupFile {
  const known = files.get(document);
  if (known?.version === document.version) return known.file;
  const file = readSetupFile(document.getText());
  files.set(document, { version: document.version, file });
  return file;
}
