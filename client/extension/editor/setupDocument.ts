import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING, LANGUAGE_ID } from "../../../schemas/files.js";

type Document = Pick<vscode.TextDocument, "uri" | "languageId">;

/** Schemes of documents that are files, or become one. */
const SCHEMES = ["file", "untitled"];

/**
 * The schemes of documents that can be pushed: those, and the ones of virtual workspaces. All others are copies, such as a
 * side of a comparison in Git, an entry of the local history, or what another extension shows.
 */
function originalSchemes(): readonly string[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return [...new Set([...SCHEMES, ...folders.map(({ uri }) => uri.scheme)])];
}

/** Whether a URI is a file's own. The language server has the same rule. */
export function isOriginal({ scheme }: vscode.Uri): boolean {
  return originalSchemes().includes(scheme);
}

/** By its name as well as by its language: settings may give `*.json` another one, and so may the user. */
function looksLikeSetupFile({ uri, languageId }: Document): boolean {
  return languageId === LANGUAGE_ID || uri.path.endsWith(FILE_ENDING);
}

/** Whether a document is a setup file that commands, states, and lenses may be about. */
export function isSetupFile(document: Document): boolean {
  return isOriginal(document.uri) && looksLikeSetupFile(document);
}

/** Whether a document shows a setup file as it was, or as another extension has it. Nothing is pushed from it. */
export function isCopy(document: Document): boolean {
  return !isOriginal(document.uri) && looksLikeSetupFile(document);
}

/** Setup files for the language server and for providers of VS Code. */
export function setupFileSelector(): readonly { scheme: string; language?: string; pattern?: string }[] {
  return originalSchemes().flatMap((scheme) => [
    { scheme, language: LANGUAGE_ID },
    { scheme, pattern: `**/*${FILE_ENDING}` },
  ]);
}

/** Says that a copy can't be pushed or compared, and offers the file that it was made from. */
export async function refuseCopy({ path }: vscode.Uri): Promise<void> {
  const [file] = (vscode.workspace.workspaceFolders ?? [])
    .map(({ uri }) => uri.with({ path, query: "", fragment: "" }))
    .filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  const open = l10n.t("Open File");
  const message = l10n.t("This is an earlier version. Open the file to push it.");
  const answer = await vscode.window.showInformationMessage(message, ...(file ? [open] : []));
  if (file && answer === open) await vscode.window.showTextDocument(file, { preview: false });
}
