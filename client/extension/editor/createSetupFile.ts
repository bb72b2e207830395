import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { setupFileName } from "../../core/files/fileName.js";
import { setupFileTemplate } from "../../core/files/template.js";
import { asConnectionNode, type ConnectionNode } from "../tenants/nodes.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import { pickConnection } from "../tenants/pickConnection.js";
import { sessionOfRow } from "../tenants/sessionOf.js";
import type { ErrorServices } from "../tenants/serviceErrors.js";
import { pickVariant, type VariantServices } from "./pickVariant.js";
import { placeSetupFile } from "./placeSetupFile.js";
import { newSetupFile } from "./newSetupFile.js";

/** What it takes to make a setup file for a connection. */
export type CreateServices = ErrorServices & VariantServices & Pick<Services, "memory">;

/** Makes a setup file for a connection and opens it with the cursor where the first value goes. */
export async function createSetupFile(services: CreateServices, argument?: unknown): Promise<void> {
  // Where there is no tenant, there still is something to write.
  if (services.sessions.all.length === 0) return newSetupFile(services);
  const chosen = await choose(services, argument);
  if (chosen) await createFor(services, chosen);
}

/** Makes setup files for connections, one after the other, until a question is left. */
export async function createSetupFiles(services: CreateServices, rows: readonly ConnectionNode[]): Promise<void> {
  for (const row of rows) if (!(await createFor(services, row))) return;
}

/** @returns false where the person has left a question. */
async function createFor(
  services: CreateServices,
  { session, connection }: Pick<ConnectionNode, "session" | "connection">,
): Promise<boolean> {
  const variant = await pickVariant(services, connection.app_id);
  if (!variant) return false;
  const { text, cursor } = setupFileTemplate({ id: connection.id, tenantHost: session.tenant.host, variant });
  const folder = await pickFolder();
  if (folder === "cancelled") return false;
  const fileName = setupFileName(connection.name, connection.id);
  await placeSetupFile(services, { folder, fileName, text, cursor }, { session, connection });
  return true;
}

async function choose(
  services: CreateServices,
  argument: unknown,
): Promise<{ session: Session; connection: ConnectionRecord } | undefined> {
  const row = asConnectionNode(argument);
  if (row) return row;
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Create a setup file for a connection of which tenant?"),
    ({ signedIn }) => signedIn,
  );
  const connection =
    session && (await pickConnection(services, session, l10n.t("Create a setup file for which connection?")));
  return connection && { session, connection };
}

/** The workspace folder the file goes to; undefined without a workspace, for an untitled file. */
async function pickFolder(): Promise<vscode.Uri | "cancelled" | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length <= 1) return folders[0]?.uri;
  return (
    (await vscode.window.showWorkspaceFolderPick({ placeHolder: l10n.t("The folder the setup file goes to") }))?.uri ??
    "cancelled"
  );
}
