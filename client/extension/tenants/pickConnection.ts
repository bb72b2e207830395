import * as l10n from "@vscode/l10n";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import type { Session } from "./session.js";
import { focusEditor } from "../ui/focusEditor.js";
import { searchConnections, type Likely } from "./searchConnections.js";
import { showServiceError, type ErrorServices } from "./serviceErrors.js";

/**
 * Lets a person choose one of a tenant's connections by name, application or
 * id. Loads the first page where nothing is loaded yet, and more on request.
 * Where none can be loaded, tells why; where no more can, the pick says so.
 * @param likely those that are probably meant, to be offered first.
 */
export async function pickConnection(
  services: ErrorServices,
  session: Session,
  title: string,
  likely?: Likely,
): Promise<ConnectionRecord | undefined> {
  const { store } = session;
  if (store.snapshot.connections.length === 0) await focusEditor();
  await store.load();
  const { connections, failure } = store.snapshot;
  if (connections.length === 0 && failure !== undefined) {
    void showServiceError(services, session, failure);
    return undefined;
  }
  const more = { label: () => l10n.t("Load more"), load: () => store.loadMore() };
  const choice = await searchConnections(title, [session], more, { likely, isStep: true });
  return choice?.connection;
}
