import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { canChangeTenants, eraseTenant, writeTenant } from "./settings.js";
import { setCredential } from "./setCredential.js";
import { sessionOfRow } from "./sessionOf.js";
import { confirm } from "../ui/pick.js";
import { runSteps } from "../ui/steps.js";
import { addressStep, answersOf, dashboardStep, marksStep, nameStep, tenantFrom } from "./addTenant.js";
import type { TenantServices } from "./tenantServices.js";

/** Edits a tenant. If its origin changes, the user has to sign in again. */
export async function editTenant(services: TenantServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(services, argument, l10n.t("Edit which tenant?"), ({ tenant }) => !tenant.local);
  if (!session || session.tenant.local) return;
  const answers = answersOf(session.tenant);
  const title = l10n.t("Edit {0}", session.tenant.name);
  const other = (origin: string) =>
    origin === session.tenant.origin ? undefined : services.sessions.withOrigin(origin)?.tenant;
  const steps = () => [
    addressStep(answers, other),
    nameStep(answers),
    marksStep(answers, true),
    dashboardStep(answers),
  ];
  if (!(await runSteps(title, steps))) return;
  const changed = tenantFrom(answers);
  if (!changed || !canChangeTenants()) return;
  // The sign-in method isn't asked for here, so keep it.
  const { origin, authUrl, signIn } = session.tenant;
  const isMoved = changed.origin !== origin;
  if (isMoved) {
    // A credential for one origin must never be sent to another.
    await setCredential(services, session.tenant, undefined);
    await eraseTenant(session.tenant);
  }
  await writeTenant({ ...changed, authUrl: authUrl === origin ? changed.origin : authUrl, signIn });
  await services.sessions.sync();
  if (isMoved)
    vscode.window.showInformationMessage(
      l10n.t("The address of {0} is now {1}. Sign in again to see its connections.", changed.name, changed.host),
    );
}

/** Removes a tenant and its credentials. Setup files stay. */
export async function removeTenant(services: TenantServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(services, argument, l10n.t("Remove which tenant?"), ({ tenant }) => !tenant.local);
  if (!session || session.tenant.local) return;
  const { tenant } = session;
  const detail = l10n.t(
    "Your credentials for this tenant are removed from the secret storage. Setup files and connections on the service don't change.",
  );
  if (!(await confirm(l10n.t("Remove the tenant {0}?", tenant.name), detail, l10n.t("Remove")))) return;
  if (!canChangeTenants()) return;
  await setCredential(services, tenant, undefined);
  await eraseTenant(tenant);
}
