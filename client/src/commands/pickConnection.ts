import * as vscode from "vscode";
import { plainLabel } from "../plainText.js";
import { readinessInWords } from "../sidebar/tooltip.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import type { ConnectionRecord } from "../service/records.js";
import { tell } from "./tell.js";

interface ConnectionItem extends vscode.QuickPickItem {
  readonly connection?: ConnectionRecord;
}

/**
 * Lets a person choose one of a tenant's connections by name, application or
 * id. Loads the first page where nothing is loaded yet, and more on request.
 * Where none can be loaded, tells why.
 */
export async function pickConnection(services: Services, session: Session, title: string): Promise<ConnectionRecord | undefined> {
  const { store, tenant } = session;
  await store.load();
  for (;;) {
    const { connections, more, failure } = store.snapshot;
    if (connections.length === 0 && failure !== undefined) {
      void tell(services, session, failure);
      return undefined;
    }
    const items: ConnectionItem[] = connections.map((connection) => ({
      label: plainLabel(connection.name),
      description: `${plainLabel(connection.app_id, 55)} · ${readinessInWords(connection)}`,
      detail: connection.id,
      connection,
    }));
    if (more) items.push({ label: "$(ellipsis) Load more", description: `${connections.length} shown`, alwaysShow: true });
    const options = { title, placeHolder: `A connection of ${tenant.name}: name, application or id`, matchOnDescription: true, matchOnDetail: true };
    const item = await vscode.window.showQuickPick(items, options);
    if (!item || item.connection) return item?.connection;
    await store.loadMore();
  }
}
