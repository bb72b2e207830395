import * as l10n from "@vscode/l10n";
import { asNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { loadAllOf } from "./loadAllOf.js";
import { pickSession } from "../ask/pickSession.js";

/** Reads every connection of a tenant. */
export async function loadAll(services: Services, argument?: unknown): Promise<void> {
  const session = asNode(argument)?.session ?? (await pickSession(services, l10n.t("Load all connections of which tenant?"), ({ signedIn }) => signedIn));
  if (session) await loadAllOf(services, session);
}
