import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeLabel } from "../../sanitizeText.js";
import type { Services } from "../../services.js";
import { loadAllOf } from "./loadAllOf.js";
import { searchConnections } from "../ask/searchConnections.js";

/** Searches every loaded connection of all tenants, and offers to load the rest. Choosing one opens its setup file. */
export async function find(services: Services): Promise<void> {
  const signedIn = services.sessions.all.filter((session) => session.signedIn);
  await Promise.all(signedIn.map(({ store }) => store.load()));
  const choice = await searchConnections(l10n.t("Find connection"), signedIn, {
    label: ({ tenant }) => l10n.t("Load all of {0}", sanitizeLabel(tenant.name)),
    load: (session) => loadAllOf(services, session),
  });
  if (choice) await vscode.commands.executeCommand("vaultconn.openSetupFile", { kind: "connection", ...choice });
}
