import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { canChangeTenants, eraseTenant } from "./settings.js";
import { deleteCredential } from "./storeCredential.js";
import { sessionOfRow, type TenantServices } from "./sessionOf.js";

/** Removes a tenant from the settings, and with it what is kept to sign in there. Files stay. */
export async function removeTenant(services: TenantServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(services, argument, l10n.t("Remove which tenant?"), ({ tenant }) => !tenant.local);
  if (!session || session.tenant.local) return;
  const { tenant } = session;
  const remove = l10n.t("Remove");
  const detail = l10n.t(
    "Whatever is kept to sign in there is removed from the secret storage. Setup files and the connections on the service stay as they are.",
  );
  if (
    (await vscode.window.showWarningMessage(
      l10n.t("Remove the tenant {0}?", tenant.name),
      { modal: true, detail },
      remove,
    )) !== remove ||
    !canChangeTenants()
  )
    return;
  await deleteCredential(services, tenant);
  await eraseTenant(tenant);
}
