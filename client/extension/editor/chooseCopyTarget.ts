import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { isSample } from "../../core/sample/sampleTenant.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { nameOfFile } from "./inspection.js";
import { lastSeen } from "./tenantOfFile.js";
import type { EditorServices } from "./editorServices.js";
import { editTenant } from "../tenants/changeTenant.js";
import { type ChosenConnection, type Likely, pickConnection } from "../tenants/searchConnections.js";
import type { Session } from "../tenants/sessions.js";
import { pickOtherSession } from "../tenants/sessionOf.js";
import { ensureSignedIn } from "../tenants/signIn.js";
import type { InspectResult } from "../../../server/protocol/messages.js";

/**
 * Asks for the target. The connection with the same name and application comes first, but isn't chosen automatically.
 */
export async function chooseCopyTarget(
  services: EditorServices,
  uri: vscode.Uri,
  inspected: InspectResult,
  own: Session | undefined,
): Promise<ChosenConnection | undefined> {
  const name = nameOfFile(uri);
  const found = await pickOtherSession(
    services,
    l10n.t("Copy {0} to which tenant?", name),
    (session) => session !== own && session.tenant.host !== inspected.tenant?.value && !isSample(session.tenant),
  );
  if (!found || !(await isWanted(services, found))) return undefined;
  const session = await ensureSignedIn(services, found);
  if (!session) return undefined;
  const title = l10n.t("Copy {0} to which connection of {1}?", name, sanitizeText(session.tenant.name));
  const connection = await pickConnection(session, title, await likely(services, uri, inspected, own));
  return connection && { session, connection };
}

/** Warns about a read-only tenant before any other question, since pushes to it are refused. */
async function isWanted(services: EditorServices, session: Session): Promise<boolean> {
  const { tenant } = session;
  if (!tenant.readOnly) return true;
  const [edit, copy] = [l10n.t("Edit Tenant…"), l10n.t("Copy Anyway")];
  const answer = await vscode.window.showWarningMessage(
    l10n.t("{0} is marked as read-only.", sanitizeText(tenant.name)),
    { modal: true, detail: l10n.t("You can't push the copy while the tenant is read-only.") },
    // A tenant from the environment can't be edited.
    ...(tenant.local ? [] : [edit]),
    copy,
  );
  if (answer === edit) await editTenant(services, { kind: "tenant", session });
  return answer === copy;
}

async function likely(
  { memory }: EditorServices,
  uri: vscode.Uri,
  { id, request }: InspectResult,
  own: Session | undefined,
): Promise<Likely> {
  const remembered = memory.get(uri);
  const known = id?.value ?? remembered?.id ?? "";
  if (own?.signedIn === true) await own.store.load();
  const name = lastSeen(known, own, remembered)?.name ?? request.name;
  const application = own?.store.find(known)?.app_id;
  return {
    label: application === undefined ? l10n.t("same name") : l10n.t("same name and application"),
    fits: (other) => other.name === name && (application === undefined || other.app_id === application),
  };
}
