import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { FILE_ENDING } from "../../../schemas/files.js";
import { quotedName } from "../../core/push/outcomes.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import type { EditorServices } from "./editorServices.js";
import { isCopy, isOriginal, isSetupFile, refuseCopy } from "./setupDocument.js";
import { findSetupFiles } from "./setupFiles.js";
import { asNode, type ConnectionNode } from "../tenants/nodes.js";

/**
 * The setup file that a command acts on: that of the row or file it was called on, or else the one in the active
 * editor, an open one, or any. Asks if there are several, and explains what to do if there's none.
 */
export async function currentSetupFile(
  { setupFiles }: EditorServices,
  argument: unknown,
): Promise<vscode.TextDocument | undefined> {
  const row = asNode(argument);
  let uri = argument === undefined ? await openFile() : asUri(argument);
  if (uri === "canceled") return undefined;
  if (row?.kind === "connection") {
    const files = setupFiles.filesFor(row.connection.id, row.session.tenant.host);
    if (files.length === 0) vscode.window.showInformationMessage(describeMissing(row));
    uri = await pickSetupFile(files, l10n.t("Which setup file?"));
    if (!uri) return undefined;
  }
  const document = uri && (await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined));
  if (document && isSetupFile(document)) return document;
  if (document && isCopy(document)) {
    await refuseCopy(document.uri);
    return undefined;
  }
  vscode.window.showInformationMessage(l10n.t("Open a setup file first. Its name ends with {0}.", FILE_ENDING));
  return undefined;
}

/** The walkthrough has buttons, too, and there it's the active editor. */
async function openFile(): Promise<vscode.Uri | "canceled" | undefined> {
  const active = vscode.window.activeTextEditor?.document;
  // A copy is refused by name, and never replaced by another file.
  if (active && (isSetupFile(active) || isCopy(active))) return active.uri;
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const open = inputs.flatMap((input) =>
    input instanceof vscode.TabInputText && input.uri.path.endsWith(FILE_ENDING) && isOriginal(input.uri)
      ? [input.uri]
      : [],
  );
  const files = open.length > 0 ? open : await findSetupFiles();
  return files.length === 0 ? undefined : ((await pickSetupFile(files, l10n.t("Which setup file?"))) ?? "canceled");
}

/** Menus and code lenses pass a URI, quick fixes a location, and key bindings may pass a URI as a string. */
export function asUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const { uri = argument } = (argument ?? {}) as { readonly uri?: unknown };
  if (uri instanceof vscode.Uri) return uri;
  return typeof uri === "string" ? vscode.Uri.parse(uri) : undefined;
}

/** Opens a connection's setup file. Asks if there are several, and offers to create one if there are none. */
export async function openSetupFile({ setupFiles }: EditorServices, node: ConnectionNode): Promise<void> {
  const files = setupFiles.filesFor(node.connection.id, node.session.tenant.host);
  const file = await pickSetupFile(files, l10n.t("Open which setup file?"));
  if (file) await vscode.window.showTextDocument(file);
  if (files.length > 0) return;
  const create = l10n.t("Create Setup File");
  const answer = await vscode.window.showInformationMessage(describeMissing(node), create);
  if (answer === create) await vscode.commands.executeCommand("vaultconn.createSetupFile", node);
}

function describeMissing({ connection }: ConnectionNode): string {
  return l10n.t("{0} has no setup file in this workspace.", quotedName(connection));
}

/** Asks for one of several setup files. Returns a single one without asking. */
export async function pickSetupFile(files: readonly vscode.Uri[], title: string): Promise<vscode.Uri | undefined> {
  if (files.length < 2) return files[0];
  const items = files.map((file) => ({ label: sanitizeLabel(vscode.workspace.asRelativePath(file)), file }));
  return (await vscode.window.showQuickPick(items, { title, ignoreFocusOut: true }))?.file;
}
