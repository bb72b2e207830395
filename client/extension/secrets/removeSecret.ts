import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { filesOf } from "../editor/uses.js";
import { describeRename } from "../language/renameSecrets.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { nameProblem } from "../../core/secrets/namedSecrets.js";
import { renameStored } from "../../core/secrets/renameStored.js";
import type { PushServices } from "../push/pushServices.js";

/** More files do not fit into a dialog. */
const LISTED = 15;

/** Removes a stored secret, once the person knows which files that leaves without a value. */
export async function removeSecret(
  services: PushServices,
  name: string,
  uses: readonly vscode.Location[],
): Promise<void> {
  const remove = l10n.t("Remove");
  const files = filesOf(uses).map(({ uri }) => uri);
  const detail = [consequence(files.length), ...placesOf(services, files)].join("\n");
  const question = l10n.t("Remove the stored secret {0}?", name);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, remove)) === remove)
    await services.secrets.remove(name);
}

/** Gives a stored secret another name, in the setup files of the workspace too. */
export async function renameSecret(
  services: PushServices,
  name: string,
  uses: readonly vscode.Location[],
): Promise<void> {
  const { secrets } = services;
  const typed = await vscode.window.showInputBox({
    title: l10n.t("Rename {0}", name),
    prompt: l10n.t("The new name it has in setup files. Its value stays."),
    value: name,
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() !== name && secrets.names.includes(text.trim())
        ? l10n.t("Another secret has this name.")
        : nameProblem(text.trim()),
  });
  const to = typed?.trim() ?? name;
  if (to === name) return;
  const rename = l10n.t("Rename");
  const files = filesOf(uses).map(({ uri }) => uri);
  const detail = [renamedIn(files.length), ...placesOf(services, files)].join("\n");
  const question = l10n.t("Rename the stored secret {0} to {1}?", name, to);
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, rename)) !== rename) return;
  const outcome = await renameStored(secrets, { from: name, to }, () => renameIn(uses, to));
  if (outcome !== "renamed") void vscode.window.showErrorMessage(describeRename(outcome, name, to));
}

/** Writes the new name into files, and saves those that had nothing else to be saved. @param uses the old name alone at each reference. */
async function renameIn(uses: readonly vscode.Location[], to: string): Promise<boolean> {
  const isUsing = ({ uri }: vscode.TextDocument) => uses.some((use) => String(use.uri) === String(uri));
  const unsaved = new Set(
    vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => String(uri)),
  );
  const edit = new vscode.WorkspaceEdit();
  for (const { uri, range } of uses) edit.replace(uri, range, to);
  if (!(await vscode.workspace.applyEdit(edit))) return false;
  const written = vscode.workspace.textDocuments.filter((document) => isUsing(document) && document.isDirty);
  await Promise.all(written.filter(({ uri }) => !unsaved.has(String(uri))).map((document) => document.save()));
  return true;
}

function consequence(files: number): string {
  if (files === 0) return l10n.t("No setup file in this workspace refers to it.");
  if (files === 1)
    return l10n.t("1 setup file in this workspace refers to it, and cannot be pushed until it is stored again:");
  return l10n.t(
    "{0} setup files in this workspace refer to it, and cannot be pushed until it is stored again:",
    formatNumber(files),
  );
}

function renamedIn(files: number): string {
  if (files === 0) return l10n.t("No setup file in this workspace refers to it.");
  if (files === 1) return l10n.t("1 setup file in this workspace refers to it, and is changed to the new name:");
  return l10n.t("{0} setup files in this workspace refer to it, and are changed to the new name:", formatNumber(files));
}

/** Files, each with the tenant it was last pushed to. */
function placesOf({ memory, sessions }: PushServices, files: readonly vscode.Uri[]): readonly string[] {
  const lines = files.slice(0, LISTED).map((file) => {
    const path = sanitizeText(vscode.workspace.asRelativePath(file), 80);
    const remembered = memory.get(file);
    if (remembered?.pushed === undefined) return `• ${l10n.t("{0}: never pushed from here", path)}`;
    const tenant = sessions.withOrigin(remembered.origin)?.tenant.name ?? new URL(remembered.origin).host;
    return `• ${l10n.t("{0}: pushed to {1}", path, sanitizeText(tenant, 40))}`;
  });
  const more = files.length - lines.length;
  return more > 0 ? [...lines, l10n.t("… and {0} more", formatNumber(more))] : lines;
}
