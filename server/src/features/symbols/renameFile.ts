import { stat } from "node:fs/promises";
import * as l10n from "@vscode/l10n";
import type { WorkspaceEdit } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { parseReferences, referenceText } from "../../../../schemas/references.js";
import type { SymbolPlace } from "../../symbols/fileSymbols.js";
import { besideFile, pathOf } from "../../workspace/uris.js";
import type { Context } from "../feature.js";
import { toWorkspaceEdit } from "./fileEdits.js";
import { pathsAfter } from "./moves.js";

/**
 * Renames the file that a reference names. An editor that asks before it renames files is told of the paths that follow
 * when it does; any other gets them along.
 * @param newPath relative to the setup file, as the reference has it.
 * @returns the edit, or a sentence that says why there is none.
 */
export async function renameFile(
  context: Context,
  document: TextDocument,
  { name }: SymbolPlace,
  newPath: string,
): Promise<WorkspaceEdit | string> {
  const { client, files } = context;
  const [oldUri, newUri] = [besideFile(document.uri, name), besideFile(document.uri, newPath)];
  const written = referenceText({ kind: "file", name: newPath });
  if (oldUri === undefined || newUri === undefined || parseReferences(written).references[0]?.end !== written.length)
    return l10n.t("Write the path of a file relative to the setup file, with / between its folders.");
  const folder = files.folderOf(document.uri);
  if (folder !== undefined && files.folderOf(newUri) !== folder)
    return l10n.t("A push reads files inside the workspace folder only, and this path leads out of it.");
  if (!(await isFile(oldUri)))
    return l10n.t("There is no file {0} to rename. Correct the path in the setup file.", name);
  if (await isFile(newUri)) return l10n.t("There is a file {0} already.", newPath);
  const rename = { oldUri, newUri };
  const edits = client.support.asksBeforeFileRenames ? [] : await pathsAfter(context, [rename]);
  return toWorkspaceEdit(context, edits, rename);
}

async function isFile(uri: string): Promise<boolean> {
  const path = pathOf(uri);
  return path !== undefined && (await stat(path).catch(() => undefined))?.isFile() === true;
}
