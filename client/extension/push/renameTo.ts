import * as l10n from "@vscode/l10n";
import { escapeReferences } from "../../../schemas/references.js";
import type { PushSubject } from "../../core/push/request.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Session } from "../tenants/session.js";
import { sessionNow } from "../tenants/sessionOf.js";
import type { PushServices } from "./pushServices.js";
import { runPushes } from "./runPushes.js";

/** Sends a new name for a connection, once a person has said yes. */
export async function renameTo(
  services: PushServices,
  session: Session,
  connection: { readonly id: string; readonly name: string },
  name: string,
): Promise<void> {
  const request = {
    service: session.client,
    tenant: session.tenant,
    id: connection.id,
    name: connection.name,
    page: session.store.pageOf(connection.id),
    file: "",
    // A `${` in a name that is typed here is nothing but text.
    written: { request: { name: escapeReferences(name) }, leftOut: [] },
    sources: {
      trusted: false,
      environment: () => undefined,
      secret: () => Promise.resolve(undefined),
      file: () => Promise.resolve({ ok: false, fault: "no-folder" } as const),
    },
  };
  const title = l10n.t("Renaming {0}", sanitizeText(connection.name));
  // The tenant may have been changed since, and its session with it.
  const again = async (subject: PushSubject): Promise<void> => {
    const now = sessionNow(services, subject);
    if (now) await renameTo(services, now, connection, name);
  };
  await runPushes(services, [request], { title, tenant: session.tenant.name, again });
}
