import * as vscode from "vscode";
import { plainLabel } from "../plainText.js";
import type { ConnectionRecord } from "../service/records.js";
import type { Services } from "../services.js";
import { readinessInWords } from "../sidebar/tooltip.js";
import type { Session } from "../tenants/session.js";
import { loadAllOf } from "./loadAll.js";

interface Item extends vscode.QuickPickItem {
  readonly session: Session;
  /** Absent for the offer to load the rest of a tenant. */
  readonly connection?: ConnectionRecord;
}

/** Searches every loaded connection of all tenants, and offers to load the rest. Choosing one opens its setup file. */
export async function find(services: Services): Promise<void> {
  const signedIn = services.sessions.all.filter((session) => session.signedIn);
  await Promise.all(signedIn.map(({ store }) => store.load()));
  for (;;) {
    const placeHolder = "Name, application or id";
    const options = { title: "Find connection", placeHolder, matchOnDescription: true, matchOnDetail: true };
    const item = await vscode.window.showQuickPick<Item>(signedIn.flatMap(itemsOf), options);
    if (!item) return;
    if (item.connection) {
      await vscode.commands.executeCommand("vaultconn.openSetupFile", { kind: "connection", session: item.session, connection: item.connection });
      return;
    }
    await loadAllOf(services, item.session);
  }
}

function itemsOf(session: Session): Item[] {
  const { connections, more, total } = session.store.snapshot;
  const tenant = plainLabel(session.tenant.name);
  const items: Item[] = connections.map((connection) => ({
    label: plainLabel(connection.name),
    description: `${plainLabel(connection.app_id, 55)} · ${readinessInWords(connection)} · ${tenant}`,
    detail: connection.id,
    session,
    connection,
  }));
  if (!more) return items;
  const shown = connections.length.toLocaleString(vscode.env.language);
  const description = total === undefined ? `${shown} loaded` : `${shown} of ${total.toLocaleString(vscode.env.language)} loaded`;
  return [...items, { label: `$(cloud-download) Load all of ${tenant}`, description, alwaysShow: true, session }];
}
