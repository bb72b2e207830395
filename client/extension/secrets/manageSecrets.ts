import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { filesOf, usesOfSecrets, type SecretUses } from "../editor/uses.js";
import { describeUses } from "../language/secretList.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import { referenceKey } from "../../core/secrets/lookUp.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import { askForSecret, askForValues } from "../ui/askForSecret.js";
import { pickSeveral } from "../ui/pickSeveral.js";
import type { PushServices } from "../push/pushServices.js";
import { pushRotation } from "./pushRotation.js";
import { filesBehind, replacing } from "./replaced.js";
import { removeSecret, renameSecret } from "./removeSecret.js";

interface Item extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
}

/** Lists the names of stored secrets and where they are used; replaces, renames and removes them, and pushes what uses them. A value is never shown. */
export async function manageSecrets(services: PushServices): Promise<void> {
  const { names } = services.secrets;
  const uses = await usesOfSecrets(services.languageServer);
  const old = await oldIn(services, uses);
  const items: Item[] = names.map((name) => ({
    label: `$(key) ${name}`,
    description: [describeUses(uses.get(name) ?? []), describeOld(old.get(name) ?? 0)].filter(Boolean).join(" · "),
    run: () => manage(services, name, uses.get(name) ?? [], (old.get(name) ?? 0) > 0),
  }));
  const several = { label: `$(replace-all) ${l10n.t("Replace several…")}`, run: () => replaceSeveral(services, names) };
  const all = [...old.keys()].map(secretNamed);
  const push = {
    label: `$(cloud-upload) ${l10n.t("Push what has old values…")}`,
    run: () => pushBehind(services, all),
  };
  const store = {
    label: `$(add) ${l10n.t("Store a secret…")}`,
    alwaysShow: true,
    run: () => replacing(services, async () => replacedBy(await askForSecret(services, {}))),
  };
  const item = await vscode.window.showQuickPick<Item>(
    [...items, ...(all.length > 0 ? [push] : []), ...(names.length > 1 ? [several] : []), store],
    { title: l10n.t("Stored secrets"), placeHolder: l10n.t("Choose one to remove or replace it") },
  );
  await item?.run();
}

async function manage(
  services: PushServices,
  name: string,
  uses: readonly vscode.Location[],
  hasOld: boolean,
): Promise<void> {
  const push = {
    label: `$(cloud-upload) ${l10n.t("Push what has its old value…")}`,
    run: () => pushBehind(services, [secretNamed(name)]),
  };
  const actions: Item[] = [
    { label: `$(edit) ${l10n.t("Replace its value…")}`, run: () => replaceValues(services, [name]) },
    ...(hasOld ? [push] : []),
    { label: `$(symbol-string) ${l10n.t("Rename it…")}`, run: () => renameSecret(services, name, uses) },
    { label: `$(trash) ${l10n.t("Remove it…")}`, run: () => removeSecret(services, name, uses) },
    ...filesOf(uses).map(({ uri, range }) => ({
      label: `$(go-to-file) ${sanitizeLabel(vscode.workspace.asRelativePath(uri))}`,
      run: async () => {
        await vscode.window.showTextDocument(uri, { selection: range });
      },
    })),
  ];
  await (await vscode.window.showQuickPick(actions, { title: name }))?.run();
}

function replaceValues(services: PushServices, names: readonly string[]): Promise<void> {
  return replacing(services, async () => ((await askForValues(services, names)) ? names : []));
}

async function replaceSeveral(services: PushServices, names: readonly string[]): Promise<void> {
  const picked = await pickSeveral(
    names.map((label) => ({ label })),
    { title: l10n.t("Replace several…"), placeHolder: l10n.t("Choose which to replace") },
  );
  if (picked)
    await replaceValues(
      services,
      picked.map(({ label }) => label),
    );
}

/** Goes on with the rotation these are about; begins one where there is none. */
async function pushBehind(services: PushServices, references: readonly NamedReference[]): Promise<void> {
  const { rotations } = services;
  const keys = references.map(referenceKey);
  const known = rotations.open.findLast((rotation) => {
    const about = new Set(rotation.references.map(referenceKey));
    return keys.every((key) => about.has(key));
  });
  const { files } = await filesBehind(services, references);
  await pushRotation(services, known ?? (await rotations.begin(references, files.map(String))));
}

/** Of how many files it is certain that the service has the old value, by the secret. Those without are left out. */
async function oldIn({ fileStates }: PushServices, uses: SecretUses): Promise<ReadonlyMap<string, number>> {
  const states = await Promise.all(filesOf([...uses.values()].flat()).map(({ uri }) => fileStates.of(uri)));
  const counts = new Map<string, number>();
  for (const { kind, values } of states)
    for (const reference of kind === "gone" ? [] : (values?.replaced ?? []))
      if (reference.kind === "secret") counts.set(reference.name, (counts.get(reference.name) ?? 0) + 1);
  return counts;
}

function secretNamed(name: string): NamedReference {
  return { kind: "secret", name };
}

function replacedBy(stored: Awaited<ReturnType<typeof askForSecret>>): readonly string[] {
  return stored?.replaced === true ? [stored.name] : [];
}

function describeOld(files: number): string {
  if (files === 0) return "";
  return files === 1 ? l10n.t("1 has the old value") : l10n.t("{0} have the old value", formatNumber(files));
}
