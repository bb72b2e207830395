import * as vscode from "vscode";
import { setupFileTemplate } from "../../core/files/template.js";
import { LANGUAGE_ID } from "../../core/files/fileName.js";
import { pickVariant, type VariantServices } from "./pickVariant.js";

/** Opens a setup file of a variant that a person chooses, for no connection yet: the first push asks for that. */
export async function newSetupFile(services: VariantServices): Promise<void> {
  const variant = await pickVariant(services);
  if (!variant) return;
  const { text, cursor } = setupFileTemplate({ variant });
  await showAt(await vscode.workspace.openTextDocument({ language: LANGUAGE_ID, content: text }), cursor);
}

/** Shows a file with the cursor at a place. In one step: someone may type at once. @param cursor offset in UTF-16 code units. */
export async function showAt(document: vscode.TextDocument, cursor: number): Promise<void> {
  const position = document.positionAt(cursor);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}
