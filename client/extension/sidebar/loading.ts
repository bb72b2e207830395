import * as l10n from "@vscode/l10n";
import { asNode } from "../tenants/nodes.js";
import { loadAllOf, showServiceError } from "../tenants/serviceErrors.js";
import { sessionOfRow } from "../tenants/sessionOf.js";
import type { SidebarServices } from "./sidebarServices.js";

/** Reloads the connections of the row's tenant, or of all signed-in tenants, and reads the setup files again. */
export async function refresh(services: SidebarServices, argument?: unknown): Promise<void> {
  const { fileStates, sessions, setupFiles, sidebar } = services;
  const chosen = asNode(argument)?.session;
  const affected = (chosen ? [chosen] : sessions.all).filter(({ signedIn }) => signedIn);
  const readFiles = async (): Promise<void> => {
    await setupFiles.build();
    fileStates.allChanged();
  };
  await Promise.all([readFiles(), ...affected.map(({ store }) => store.refresh())]);
  // If there are no rows, show the reason here, since the welcome's text doesn't have it.
  const [only] = sessions.all;
  const failure = only?.store.snapshot.failure;
  if (only && failure !== undefined && sidebar.state !== "rows") showServiceError(only, failure);
}

export async function loadAll(services: SidebarServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Load all connections of which tenant?"),
    ({ signedIn }) => signedIn,
  );
  if (session) await loadAllOf(session);
}

/** Draws more of the loaded rows, or loads the next page. */
export async function loadMore({ rowLimits }: SidebarServices, argument?: unknown): Promise<void> {
  const node = asNode(argument);
  if (node?.kind === "showMore") rowLimits.raise(node.parent);
  else await node?.session.store.loadMore();
}
