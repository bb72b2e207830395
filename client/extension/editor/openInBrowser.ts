import * as vscode from "vscode";
import { pageAddress } from "../../core/tenants/dashboard.js";
import type { EditorServices } from "./editorServices.js";
import type { Session } from "../tenants/sessions.js";
import { tenantOfFile } from "./tenantOfFile.js";

/** Opens the page of a connection, or of its tenant, in the service's dashboard. */
export async function openInBrowser(session: Session | undefined, id = ""): Promise<void> {
  const { dashboardUrl } = session?.tenant ?? {};
  if (dashboardUrl === undefined) return;
  const address = pageAddress(dashboardUrl, { id, app: session?.store.find(id)?.app_id });
  // As text, since VS Code decodes a part of what a Uri encodes.
  await vscode.commands.executeCommand("vscode.open", address);
}

/** @param uri a setup file, or a record, whose address names its connection. */
export async function openPageOf({ memory, sessions, setupFiles }: EditorServices, uri: vscode.Uri): Promise<void> {
  const named = setupFiles.namedBy(uri);
  const { origin = "", id = named?.id } = Object.fromEntries(new URLSearchParams(uri.query));
  const session = sessions.withOrigin(origin) ?? tenantOfFile(sessions, named?.tenant, memory.of(uri, named));
  await openInBrowser(session, id);
}
