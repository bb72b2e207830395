import * as vscode from "vscode";
import type { ConnectionRecord } from "../service/records.js";
import { variants, type Variant } from "../../../schemas/variants.js";
import { createFile } from "../files/create.js";
import { setupFileName } from "../files/fileName.js";
import { setupFileTemplate } from "../files/template.js";
import { LANGUAGE_ID } from "../language/languageFeatures.js";
import { remember } from "../push/drift.js";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import { pickConnection } from "./pickConnection.js";
import { pickSession } from "./pickSession.js";

/** Makes a setup file for a connection and opens it with the cursor where the first value goes. */
export async function createSetupFile(services: Services, argument?: unknown): Promise<void> {
  const chosen = await choose(services, argument);
  if (!chosen) return;
  const { session, connection } = chosen;
  const variant = await pickVariant(connection);
  if (!variant) return;
  const { text, cursor } = setupFileTemplate({ id: connection.id, tenantHost: session.tenant.host, variant });
  const folder = await pickFolder();
  if (folder === "cancelled") return;
  const file = folder && (await createFile(folder, setupFileName(connection.name, connection.id), text));
  if (file) await services.memory.remember(file, { origin: session.tenant.origin, id: connection.id, record: remember(connection, Date.now()) });
  const document = file
    ? await vscode.workspace.openTextDocument(file)
    : await vscode.workspace.openTextDocument({ language: LANGUAGE_ID, content: text });
  const position = document.positionAt(cursor);
  // Shown and placed in one step: someone may type at once.
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

async function choose(services: Services, argument: unknown): Promise<{ session: Session; connection: ConnectionRecord } | undefined> {
  const node = asNode(argument);
  if (node?.kind === "connection") return node;
  const session = node?.session ?? (await pickSession(services, "Create a setup file for a connection of which tenant?", ({ signedIn }) => signedIn));
  const connection = session && (await pickConnection(services, session, "Create a setup file for which connection?"));
  return connection && { session, connection };
}

async function pickVariant(connection: ConnectionRecord): Promise<Variant | undefined> {
  const items = variants.map((variant) => ({
    label: variant.title,
    description: variant.type,
    detail: variant.fields.map(({ name, required }) => (required ? name : `${name} (optional)`)).join(", "),
    variant,
  }));
  const title = `How does ${connection.app_id} sign in?`;
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: "The kind of setup: name, type or field", matchOnDescription: true, matchOnDetail: true });
  return picked?.variant;
}

/** The workspace folder the file goes to; undefined without a workspace, for an untitled file. */
async function pickFolder(): Promise<vscode.Uri | "cancelled" | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length <= 1) return folders[0]?.uri;
  return (await vscode.window.showWorkspaceFolderPick({ placeHolder: "The folder the setup file goes to" }))?.uri ?? "cancelled";
}
