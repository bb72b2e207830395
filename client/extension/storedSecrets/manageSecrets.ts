import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isSetupFile } from "../editor/setupDocument.js";
import { rangeOf } from "../editor/inspection.js";
import { filesOf, usesOf, type SecretUses } from "../editor/languageServer.js";
import type { StoreSecretParams } from "../../../server/protocol/messages.js";
import { tenantOfFile } from "../editor/tenantOfFile.js";
import { asUri, currentSetupFile } from "../editor/currentSetupFile.js";
import { describeUses } from "../language/definitionTargets.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sanitizeLabel } from "../../core/text/escapeText.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import { layOutDialog } from "../ui/dialogText.js";
import { askForMissing, askForSecret, askForValues, type Place, stringAt } from "../secrets/askForSecret.js";
import { answerOf, confirm, pickSeveral } from "../ui/pick.js";
import type { PushServices } from "../push/pushServices.js";
import { moveToProvider } from "../secrets/moveToProvider.js";
import { pushRotation, reportReplacedValues } from "../rotation/rotations.js";

interface Item extends vscode.QuickPickItem {
  readonly run: () => Promise<void>;
  /** What the item's button does. */
  readonly more?: () => Promise<void>;
}

/**
 * Lists the names of secrets and their uses: those that files need and that aren't stored, to store them one after the
 * other, and those that are, to replace or remove them. Never shows a value.
 */
export async function manageSecrets(services: PushServices): Promise<void> {
  const { names } = services.secrets;
  const uses = await usesOf(services.languageServer, "secret");
  const missing = [...uses]
    .filter(([name]) => !names.includes(name))
    .map(([name, places], _, { length }) => missingItem(services, name, places, length === 1));
  const old = await oldIn(services, uses);
  const items: Item[] = names.map((name) => ({
    label: `$(${uses.has(name) ? "key" : "circle-slash"}) ${name}`,
    description: [
      describeUses(uses.get(name) ?? []),
      old.has(name) ? l10n.t("files with the old value: {0}", formatNumber(old.get(name) ?? 0)) : "",
    ]
      .filter(Boolean)
      .join(" · "),
    buttons: [{ iconPath: new vscode.ThemeIcon("ellipsis"), tooltip: l10n.t("Remove or Show Files…") }],
    run: () => replaceValues(services, [name]),
    more: () => manage(services, name, uses.get(name) ?? [], old.has(name)),
  }));
  const several = { label: `$(replace-all) ${l10n.t("Replace several…")}`, run: () => replaceSeveral(services, names) };
  const all = [...old.keys()].map(secretNamed);
  const push = {
    label: `$(cloud-upload) ${l10n.t("Push files with old values…")}`,
    run: async () => pushRotation(services, await services.rotations.begin(all)),
  };
  const store = {
    label: `$(add) ${l10n.t("Store a secret…")}`,
    alwaysShow: true,
    run: () => storeSecret(services),
  };
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = l10n.t("Stored secrets");
  pick.placeholder =
    missing.length > 0
      ? l10n.t("Choose a secret to store or replace its value")
      : l10n.t("Choose a secret to replace its value");
  pick.items = [...missing, ...items, ...(all.length > 0 ? [push] : []), ...(names.length > 1 ? [several] : []), store];
  let more: Item["more"];
  pick.onDidTriggerItemButton(({ item }) => {
    ({ more } = item);
    pick.hide();
  });
  const item = await answerOf(pick, () => pick.selectedItems[0]);
  await (more ?? item?.run)?.();
}

/** After it's stored, the list is shown again, unless it's the last. */
function missingItem(services: PushServices, name: string, uses: readonly vscode.Location[], isLast: boolean): Item {
  return {
    label: `$(circle-outline) ${name}`,
    description: [describeUses(uses), l10n.t("not stored")].join(" · "),
    run: async () => {
      if ((await askForSecret(services, { name })) && !isLast) await manageSecrets(services);
    },
  };
}

async function manage(
  services: PushServices,
  name: string,
  uses: readonly vscode.Location[],
  hasOld: boolean,
): Promise<void> {
  const push = {
    label: `$(cloud-upload) ${l10n.t("Push files with the old value…")}`,
    run: async () => pushRotation(services, await services.rotations.begin([secretNamed(name)])),
  };
  const actions: Item[] = [
    ...(hasOld ? [push] : []),
    { label: `$(trash) ${l10n.t("Remove…")}`, run: () => removeSecret(services, name, uses) },
    ...filesOf(uses).map(({ uri, range }) => ({
      label: `$(go-to-file) ${sanitizeLabel(vscode.workspace.asRelativePath(uri))}`,
      run: async () => {
        await vscode.window.showTextDocument(uri, { selection: range });
      },
    })),
  ];
  await (await vscode.window.showQuickPick(actions, { title: name }))?.run();
}

async function replaceValues(services: PushServices, names: readonly string[]): Promise<void> {
  if (await askForValues(services, names)) await reportReplacedValues(services, names.map(secretNamed));
}

async function replaceSeveral(services: PushServices, names: readonly string[]): Promise<void> {
  const picked = await pickSeveral(
    names.map((label) => ({ label })),
    { title: l10n.t("Replace several…"), placeHolder: l10n.t("Select the secrets to replace") },
  );
  if (picked)
    await replaceValues(
      services,
      picked.map(({ label }) => label),
    );
}

/**
 * For each secret, how many files certainly left its old value on the service. Secrets without such files are absent.
 */
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

async function removeSecret(services: PushServices, name: string, uses: readonly vscode.Location[]): Promise<void> {
  const question = l10n.t("Remove the stored secret {0}?", name);
  const consequence = l10n.t(
    "Setup files in this workspace that refer to it can't be pushed until you store it again:",
  );
  if (await confirmFor(services, question, l10n.t("Remove"), uses, consequence)) await services.secrets.remove(name);
}

/** @param consequence for the files that refer to the secret, which are listed below it. */
async function confirmFor(
  { fileStates, sessions, setupFiles }: PushServices,
  question: string,
  action: string,
  uses: readonly vscode.Location[],
  consequence: string,
): Promise<boolean> {
  const describe = async ({ uri }: vscode.Location) => {
    const path = sanitizeText(vscode.workspace.asRelativePath(uri), 80);
    const { edited, remembered } = await fileStates.of(uri);
    const session = tenantOfFile(sessions, setupFiles.namedBy(uri)?.tenant, remembered);
    const tenant = session?.tenant.name ?? (remembered && new URL(remembered.origin).host);
    // The file was compared with its last push, which only the lock file may know.
    const isPushed = remembered?.pushed !== undefined || edited !== undefined;
    if (!isPushed || tenant === undefined) return `• ${l10n.t("{0}: never pushed from this workspace", path)}`;
    return `• ${l10n.t("{0}: pushed to {1}", path, sanitizeText(tenant, 40))}`;
  };
  const files = await Promise.all(filesOf(uses).map(describe));
  const summary = files.length === 0 ? l10n.t("No setup file in this workspace refers to it.") : consequence;
  const detail = layOutDialog(`${question} ${summary}`, files);
  return confirm(question, [summary, detail].filter(Boolean).join("\n"), action);
}

/** Asks for a secret and stores it. A quick fix passes `StoreSecretParams` to move a value. */
export async function storeSecret(services: PushServices, params?: unknown): Promise<void> {
  // The user may go to another editor before the questions are answered.
  const editor = vscode.window.activeTextEditor;
  const values = (params ?? {}) as Partial<Record<keyof StoreSecretParams, unknown>>;
  const name = typeof values.name === "string" ? values.name : undefined;
  const place = await placeAt(values.place);
  if (values.toProvider === true && place) return moveToProvider(services, place);
  const file = place?.document ?? editor?.document;
  const isMoved = place !== undefined && stringAt(place) !== undefined;
  const stored = await askForSecret(services, { place, name, editor });
  if (stored?.replaced === true) await reportReplacedValues(services, [secretNamed(stored.name)]);
  // A new file may have several references, and each would need its own quick fix.
  else if (stored && name !== undefined && !isMoved && file && isSetupFile(file)) await askForMissing(services, file);
}

/** Stores the values that a setup file refers to and that are missing. Called from the walkthrough. */
export async function storeMissing(services: PushServices): Promise<void> {
  const document = await currentSetupFile(services, undefined);
  if (!document) return;
  await vscode.window.showTextDocument(document, { preview: false });
  if (await askForMissing(services, document)) return;
  vscode.window.showInformationMessage(
    l10n.t(
      "Every secret that this file refers to is stored. To move a credential out of it, use the fix on its value.",
    ),
  );
}

async function placeAt(location: unknown): Promise<Place | undefined> {
  const target = asUri(location);
  if (!target) return undefined;
  const document = await vscode.workspace.openTextDocument(target);
  if (!isSetupFile(document)) return undefined;
  const range = rangeOf((location as NonNullable<StoreSecretParams["place"]>).range);
  return { document, range, text: document.getText(range) };
}
