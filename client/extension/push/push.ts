import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { asNode, type ConnectionNode } from "../tenants/nodes.js";
import { currentSetupFile } from "../editor/currentSetupFile.js";
import type { PushServices } from "./pushServices.js";
import { chooseChanged } from "./chooseChanged.js";
import { readyFiles } from "./requests.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { displayNameOf } from "../../core/push/pushTypes.js";
import { newName, pushFile, pushName, runPushes } from "./runPushes.js";
import { checkSetupFile } from "../../../schemas/checkSetup.js";

export async function push(services: PushServices, argument?: unknown): Promise<void> {
  const current = await currentSetupFile(services, argument);
  // Saving an untitled file creates another document.
  const place = current?.isUntitled === true ? await vscode.workspace.save(current.uri) : undefined;
  const document = current?.isUntitled === true ? place && (await currentSetupFile(services, place)) : current;
  if (document) await pushFile(services, document, undefined, asNode(argument)?.session);
}

export async function pushTogether(services: PushServices, files: readonly vscode.Uri[]): Promise<void> {
  if (files.length === 1) return push(services, files[0]);
  const requests = await readyFiles(services, files);
  if (requests.length > 0) await runPushes(services, requests, { title: l10n.t("Push selected files") });
}

/** Pushes the files that were changed since their last push: one choice, one review, one summary. */
export async function pushAll(services: PushServices): Promise<void> {
  const requests = await chooseChanged(services);
  if (requests.length > 0) await runPushes(services, requests, { title: l10n.t("Push changed files") });
}

/** Pushes only a new name, after a review. A key binding passes no row and means the focused one. */
export async function rename(services: PushServices, row?: ConnectionNode): Promise<void> {
  const node = row ?? (await services.sidebar.focused());
  if (node?.kind !== "connection") return;
  const { session, connection } = node;
  const name = await vscode.window.showInputBox({
    title: l10n.t("Rename {0}", sanitizeText(displayNameOf(connection))),
    prompt: l10n.t("Enter the new name (1 to 150 characters). The setup doesn't change."),
    value: connection.name,
    ignoreFocusOut: true,
    validateInput: (text) => connectionNameProblem(text),
  });
  if (name !== undefined && name !== connection.name) await pushName(services, session, connection, newName(name));
}

function connectionNameProblem(name: string): string | undefined {
  const [fault] = checkSetupFile({ name });
  if (fault?.code === "too-short") return l10n.t("Enter a name for the connection.");
  return fault ? l10n.t("A name can have at most {0} characters.", fault.limit ?? 0) : undefined;
}
