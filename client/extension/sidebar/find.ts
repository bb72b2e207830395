import * as l10n from "@vscode/l10n";
import { sanitizeLabel } from "../../core/text/sanitizeText.js";
import type { CreateServices } from "../editor/createSetupFile.js";
import { openSetupFile } from "../editor/currentSetupFile.js";
import { loadAllOf } from "../tenants/loadAllOf.js";
import { searchConnections } from "../tenants/searchConnections.js";

/** Searches every loaded connection of all tenants, and offers to load the rest. Choosing one opens its setup file. */
export async function find(services: CreateServices): Promise<void> {
  const signedIn = services.sessions.all.filter((session) => session.signedIn);
  await Promise.all(signedIn.map(({ store }) => store.load()));
  const choice = await searchConnections(l10n.t("Find connection"), signedIn, {
    label: ({ tenant }) => l10n.t("Load all of {0}", sanitizeLabel(tenant.name)),
    load: (session) => loadAllOf(services, session),
  });
  if (choice) await openSetupFile(services, { kind: "connection", ...choice });
}
