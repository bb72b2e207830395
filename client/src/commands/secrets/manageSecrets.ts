import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { parseReferences } from "../../../../schemas/references.js";
import { findSetupFiles } from "../../files/setupFiles.js";
import { counted } from "../../locale.js";
import { plainLabel } from "../../plainText.js";
import type { Services } from "../../services.js";
import { askForSecret } from "./askForSecret.js";

interface Item extends vscode.QuickPickItem {
  readonly name?: string;
}

/** Lists the names of stored secrets and where they are used, and removes them. A value is never shown. */
export async function manageSecrets(services: Pick<Services, "secrets" | "refusals">): Promise<void> {
  const { secrets } = services;
  const uses = await findUses();
  const items: Item[] = secrets.names.map((name) => ({
    label: `$(key) ${name}`,
    description: describeUse(uses.get(name) ?? []),
    name,
  }));
  const store: Item = { label: `$(add) ${l10n.t("Store a secret…")}`, alwaysShow: true };
  const item = await vscode.window.showQuickPick([...items, store], {
    title: l10n.t("Stored secrets"),
    placeHolder: l10n.t("Choose one to remove or replace it"),
  });
  if (!item) return;
  if (item.name === undefined) await askForSecret(services, {});
  else await manage(services, item.name, uses.get(item.name) ?? []);
}

async function manage(
  services: Pick<Services, "secrets" | "refusals">,
  name: string,
  files: readonly vscode.Uri[],
): Promise<void> {
  const actions = [
    { label: `$(edit) ${l10n.t("Replace its value…")}`, action: "replace" },
    { label: `$(trash) ${l10n.t("Remove it…")}`, action: "remove" },
    ...files.map((file) => ({
      label: `$(go-to-file) ${plainLabel(vscode.workspace.asRelativePath(file))}`,
      action: "open",
      file,
    })),
  ];
  const chosen = await vscode.window.showQuickPick<(typeof actions)[number] & { file?: vscode.Uri }>(actions, {
    title: name,
  });
  if (chosen?.action === "replace") await askForSecret(services, { name });
  if (chosen?.file) await vscode.window.showTextDocument(chosen.file);
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

function describeUse(files: readonly vscode.Uri[]): string {
  if (files.length === 0) return l10n.t("not used in this workspace");
  return files.length === 1 ? l10n.t("used in 1 file") : l10n.t("used in {0} files", counted(files.length));
}

/** The setup files of the workspace that name each secret. */
async function findUses(): Promise<ReadonlyMap<string, readonly vscode.Uri[]>> {
  const uses = new Map<string, vscode.Uri[]>();
  for (const file of await findSetupFiles()) {
    const names = new Set(
      parseReferences(await textOf(file)).references.flatMap(({ kind, name }) => (kind === "secret" ? [name] : [])),
    );
    for (const name of names) uses.set(name, [...(uses.get(name) ?? []), file]);
  }
  return uses;
}

/** A file that cannot be read, or has gone meanwhile, names nothing. */
async function textOf(file: vscode.Uri): Promise<string> {
  try {
    return await vscode.workspace.decode(await vscode.workspace.fs.readFile(file), { uri: file });
  } catch {
    return "";
  }
}
