import * as l10n from "@vscode/l10n";
import type { ErrorServices } from "../tenants/serviceErrors.js";
import { loadAllOf } from "../tenants/loadAllOf.js";
import { sessionOfRow } from "../tenants/sessionOf.js";

/** Reads every connection of a tenant. */
export async function loadAll(services: ErrorServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Load all connections of which tenant?"),
    ({ signedIn }) => signedIn,
  );
  if (session) await loadAllOf(services, session);
}
