import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { checkUpdate } from "../../../../schemas/check.js";
import { escapeReferences } from "../../../../schemas/references.js";
import { sanitizeText } from "../../sanitizeText.js";
import { asNode } from "../../sidebar/nodes.js";
import type { Session } from "../../tenants/session.js";
import type { PushServices } from "./pushServices.js";
import { runPushes } from "./runPushes.js";

/**
 * Gives a connection another name: an update with the name alone, reviewed as
 * every push is. A key comes without a row, and means the one that has the focus.
 */
export async function rename(services: PushServices, argument?: unknown): Promise<void> {
  const node = argument === undefined ? await services.sidebar.focused() : asNode(argument);
  if (node?.kind !== "connection") return;
  const { session, connection } = node;
  const name = await vscode.window.showInputBox({
    title: l10n.t("Rename {0}", sanitizeText(connection.name)),
    prompt: l10n.t("The new name, 1 to 150 characters. The setup stays as it is."),
    value: connection.name,
    ignoreFocusOut: true,
    validateInput: (text) => nameProblem(text),
  });
  if (name !== undefined && name !== connection.name) await renameTo(services, session, connection, name);
}

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
  const again = () =>
    renameTo(services, services.sessions.withOrigin(session.tenant.origin) ?? session, connection, name);
  await runPushes(services, [request], { title, tenant: session.tenant.name, again });
}

function nameProblem(name: string): string | undefined {
  const [fault] = checkUpdate({ name });
  if (fault?.code === "too-short") return l10n.t("A connection needs a name.");
  return fault ? l10n.t("A name has {0} characters at most.", fault.limit ?? 0) : undefined;
}
