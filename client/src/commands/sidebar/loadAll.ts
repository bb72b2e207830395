import * as l10n from "@vscode/l10n";
import type { Services } from "../../services.js";
import { loadAllOf } from "./loadAllOf.js";
import { sessionOfRow } from "../ask/sessionOf.js";

/** Reads every connection of a tenant. */
export async function loadAll(services: Services, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Load all connections of which tenant?"),
    ({ signedIn }) => signedIn,
  );
  if (session) await loadAllOf(services, session);
}
