import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { filesOf, usesOfSecrets } from "../../files/uses.js";
import { describeUses } from "../../language/secretList.js";
import { counted } from "../../locale.js";
import { plainLabel } from "../../plainText.js";
import type { Services } from "../../services.js";
import { askForSecret } from "./askForSecret.js";

interface Item extends vscode.QuickPickItem {
  readonly name?: string;
}

/** Lists the names of stored secrets and where they are used, and removes them. A value is never shown. */
export async function manageSecrets(
  services: Pick<Services, "secrets" | "refusals" | "languageServer">,
): Promise<void> {
  const { secrets } = services;
  const uses = await usesOfSecrets(services.languageServer);
  const items: Item[] = secrets.names.map((name) => ({
    label: `$(key) ${name}`,
    description: describeUses(uses.get(name) ?? []),
    name,
  }));
  const store: Item = { label: `$(add) ${l10n.t("Store a secret…")}`, alwaysShow: true };
  const item = await vscode.window.showQuickPick([...items, store], {
    title: l10n.t("Stored secrets"),
    placeHolder: l10n.t("Choose one to remove or replace it"),
  });
  if (!item) return;
  if (item.name === undefined) await askForSecret(services, {});
  else await manage(services, item.name, filesOf(uses.get(item.name) ?? []));
}

async function manage(
  services: Pick<Services, "secrets" | "refusals">,
  name: string,
  files: readonly vscode.Location[],
): Promise<void> {
  const actions = [
    { label: `$(edit) ${l10n.t("Replace its value…")}`, action: "replace" },
    { label: `$(trash) ${l10n.t("Remove it…")}`, action: "remove" },
    ...files.map((file) => ({
      label: `$(go-to-file) ${plainLabel(vscode.workspace.asRelativePath(file.uri))}`,
      action: "open",
      file,
    })),
  ];
  const chosen = await vscode.window.showQuickPick<(typeof actions)[number] & { file?: vscode.Location }>(actions, {
    title: name,
  });
  if (chosen?.action === "replace") await askForSecret(services, { name });
  if (chosen?.file) await vscode.window.showTextDocument(chosen.file.uri, { selection: chosen.file.range });
  if (chosen?.action !== "remove") return;
  const remove = l10n.t("Remove");
  if (
    (await vscode.window.showWarningMessage(
      l10n.t("Remove the stored secret {0}?", name),
      { modal: true, detail: consequence(files.length) },
      remove,
    )) === remove
  )
    await services.secrets.remove(name);
}

function consequence(files: number): string {
  if (files === 0) return l10n.t("No setup file in this workspace refers to it.");
  if (files === 1)
    return l10n.t("1 setup file in this workspace refers to it, and cannot be pushed until it is stored again.");
  return l10n.t(
    "{0} setup files in this workspace refer to it, and cannot be pushed until it is stored again.",
    counted(files),
  );
}
