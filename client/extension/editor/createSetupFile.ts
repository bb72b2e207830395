import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { LANGUAGE_ID } from "../../../schemas/files.js";
import { setupFileName } from "../../core/files/setupFileName.js";
import { setupFileTemplate } from "../../core/files/template.js";
import { capitalize } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { namesOfSecrets } from "./languageServer.js";
import { placeSetupFile, showAt } from "./writeSetupFile.js";
import type { EditorServices } from "./editorServices.js";
import type { ConnectionNode } from "../tenants/nodes.js";
import { type ChosenConnection, pickConnection } from "../tenants/searchConnections.js";
import { sessionOfRow } from "../tenants/sessionOf.js";
import { type Variant, variants } from "../../../schemas/variants.js";

/** Enough files to know which variants an application uses. */
const MAX_INSPECTED_FILES = 50;

/** Creates a setup file and opens it with the cursor at the first value. */
export async function createSetupFile(services: EditorServices, row?: ConnectionNode): Promise<void> {
  // Even without a tenant, the user can write a setup file.
  if (services.sessions.all.length === 0) return newSetupFile(services);
  const chosen = row ?? (await choose(services));
  if (chosen) await createFor(services, chosen);
}

/** Creates setup files one by one, until the user cancels a question. */
export async function createSetupFiles(services: EditorServices, rows: readonly ConnectionNode[]): Promise<void> {
  for (const row of rows) if (!(await createFor(services, row))) return;
}

/** @returns false if the user canceled a question. */
async function createFor(services: EditorServices, { session, connection }: ChosenConnection): Promise<boolean> {
  const variant = await pickVariant(services, connection.app_id);
  if (!variant) return false;
  const { host: tenantHost, name: tenant } = session.tenant;
  const words = [tenant, connection.name];
  const taken = await namesOfSecrets(services);
  const { text, cursor } = setupFileTemplate({ id: connection.id, tenantHost, variant }, words, taken);
  const folder = await pickFolder();
  if (folder === "cancelled") return false;
  const fileName = setupFileName(connection.name, connection.id);
  await placeSetupFile(services, { folder, fileName, text, cursor }, { session, connection });
  return true;
}

async function choose(services: EditorServices): Promise<ChosenConnection | undefined> {
  const title = l10n.t("Create a setup file for a connection of which tenant?");
  const session = await sessionOfRow(services, undefined, title, ({ signedIn }) => signedIn);
  const connection = session && (await pickConnection(session, l10n.t("Create a setup file for which connection?")));
  return connection && { session, connection };
}

/** The workspace folder the file goes to; undefined without a workspace, for an untitled file. */
async function pickFolder(): Promise<vscode.Uri | "cancelled" | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length <= 1) return folders[0]?.uri;
  const placeHolder = l10n.t("Choose a folder for the setup file");
  return (await vscode.window.showWorkspaceFolderPick({ placeHolder }))?.uri ?? "cancelled";
}

/** Asks for a variant and opens a setup file that has no connection yet. Its first push asks for one. */
export async function newSetupFile(services: EditorServices): Promise<void> {
  const variant = await pickVariant(services);
  if (!variant) return;
  const { text, cursor } = setupFileTemplate({ variant }, [], await namesOfSecrets(services));
  await showAt(await vscode.workspace.openTextDocument({ language: LANGUAGE_ID, content: text }), cursor);
}

type VariantItem = vscode.QuickPickItem & { readonly variant?: Variant };

async function pickVariant(services: EditorServices, application?: string): Promise<Variant | undefined> {
  const numbers = application === undefined ? [] : await knownVariants(services, application);
  const known = numbers.flatMap((number) => variants.filter((variant) => variant.number === number));
  const others = variants.filter((variant) => !known.includes(variant));
  const name = sanitizeText(application ?? "", 55);
  const group = (label: string, some: readonly Variant[]): VariantItem[] => [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...some.map(variantItem),
  ];
  const items =
    known.length === 0
      ? others.map(variantItem)
      : [...group(l10n.t("used for {0} in this workspace", name), known), ...group(l10n.t("others"), others)];
  const title = application === undefined ? l10n.t("Which kind of setup?") : l10n.t("How does {0} authenticate?", name);
  const picked = await vscode.window.showQuickPick<VariantItem>(items, {
    title,
    placeHolder: l10n.t("Search by name, type, or property"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return picked?.variant;
}

function variantItem(variant: Variant) {
  const fields = variant.fields.map(({ name, required }) => (required ? name : l10n.t("{0} (optional)", name)));
  return { label: capitalize(l10n.t(variant.title)), description: variant.type, detail: fields.join(", "), variant };
}

/** The numbers of the variants that this workspace uses for an application, most used first. */
async function knownVariants(
  { sessions, setupFiles, fileStates }: EditorServices,
  application: string,
): Promise<readonly number[]> {
  const files = setupFiles.all.filter(({ id, tenant: host }) =>
    sessions.all.some(
      ({ tenant, store }) => (host === undefined || host === tenant.host) && store.find(id)?.app_id === application,
    ),
  );
  const inspected = await Promise.all(
    files.slice(0, MAX_INSPECTED_FILES).map(({ file }) => fileStates.inspect(file).catch(() => null)),
  );
  const uses = new Map<number, number>();
  for (const variant of inspected.flatMap((file) => file?.variant ?? []))
    uses.set(variant, (uses.get(variant) ?? 0) + 1);
  return [...uses].sort(([, a], [, b]) => b - a).map(([variant]) => variant);
}
