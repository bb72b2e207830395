import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { nameOfFile } from "./inspection.js";
import { lastSeen } from "./tenantOfFile.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Services } from "../services.js";
import { isSample } from "../../core/sample/sampleTenant.js";
import type { Session } from "../tenants/session.js";
import { pickConnection } from "../tenants/pickConnection.js";
import type { Choice, Likely } from "../tenants/searchConnections.js";
import type { ErrorServices } from "../tenants/serviceErrors.js";
import { pickOtherSession } from "../tenants/sessionOf.js";
import { editTenant } from "../tenants/editTenant.js";
import { ensureSignedIn } from "../tenants/signInTo.js";

/** What it takes to make a setup file for another tenant out of one. */
export type CopyServices = ErrorServices & Pick<Services, "memory" | "setupFiles" | "languageServer">;

/** Asks for the tenant, and for the connection there. The one of the same name and application comes first, and is asked about as any other. */
export async function chooseCopyTarget(
  services: CopyServices,
  uri: vscode.Uri,
  file: InspectResult,
  own: Session | undefined,
): Promise<Choice | undefined> {
  const name = nameOfFile(uri);
  const found = await pickOtherSession(
    services,
    l10n.t("Copy {0} to which tenant?", name),
    (session) => session !== own && session.tenant.host !== file.tenant?.value && !isSample(session.tenant),
  );
  if (!found || !(await isWanted(services, found))) return undefined;
  const session = await ensureSignedIn(services, found);
  if (!session) return undefined;
  const title = l10n.t("Copy {0} to which connection of {1}?", name, sanitizeText(session.tenant.name));
  const connection = await pickConnection(services, session, title, await likely(services, uri, file, own));
  return connection && { session, connection };
}

/** Whether a copy for a tenant is of use: a push to one that is marked as read-only would be refused, and that is said before any question. */
async function isWanted(services: CopyServices, session: Session): Promise<boolean> {
  const { tenant } = session;
  if (!tenant.readOnly) return true;
  const [edit, copy] = [l10n.t("Edit Tenant…"), l10n.t("Copy All the Same")];
  const answer = await vscode.window.showWarningMessage(
    l10n.t("{0} is marked as read-only.", sanitizeText(tenant.name)),
    { modal: true, detail: l10n.t("A push of the copy is refused for as long as the tenant has that mark.") },
    // What the environment of the window gives cannot be edited.
    ...(tenant.local ? [] : [edit]),
    copy,
  );
  if (answer === edit) await editTenant(services, { kind: "tenant", session });
  return answer === copy;
}

/** Which connections are probably the counterpart of the one that a file is for. */
async function likely(
  { memory }: CopyServices,
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
