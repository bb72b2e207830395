import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { asConnectionNode, type ConnectionNode } from "../tenants/nodes.js";
import { onlyIfTrusted } from "../ui/onlyIfTrusted.js";
import { createSetupFile, type CreateServices } from "./createSetupFile.js";
import { pickSetupFile } from "./pickSetupFile.js";

/** Opens the setup file of a connection; lets the person choose where there are several, and offers to create one where there is none. */
export async function openSetupFile(services: CreateServices, argument?: unknown): Promise<void> {
  const node = asConnectionNode(argument);
  if (!node) return;
  const files = services.setupFiles.filesFor(node.connection.id, node.session.tenant.host);
  const file = await pickSetupFile(files, l10n.t("Open which setup file?"));
  if (file) await vscode.window.showTextDocument(file);
  else if (files.length === 0) await offerToCreate(services, node);
}

/** Opens a setup file that is given. */
export async function openGivenFile(_services: unknown, file?: unknown): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", file);
}

async function offerToCreate(services: CreateServices, node: ConnectionNode): Promise<void> {
  const create = l10n.t("Create Setup File");
  const answer = await vscode.window.showInformationMessage(
    l10n.t("{0} has no setup file in this workspace.", sanitizeText(node.connection.name)),
    create,
  );
  // The tenant may be another by then, or gone: its row stands for nothing.
  const row = services.sessions.all.includes(node.session) ? node : null;
  if (answer === create) await onlyIfTrusted("createSetupFile", createSetupFile)(services, row);
}
