import * as vscode from "vscode";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import { eraseTenant } from "../tenants/settings.js";
import { pickSession } from "./pickSession.js";

/** Removes a tenant from the settings, and with it what is kept to sign in there. Files stay. */
export async function removeTenant(services: Services, argument?: unknown): Promise<void> {
  const session = asNode(argument)?.session ?? (await pickSession(services, "Remove which tenant?", ({ tenant }) => !tenant.local));
  if (!session || session.tenant.local) return;
  const { tenant } = session;
  const remove = "Remove";
  const detail = "Its access token is removed from the secret storage. Setup files and the connections on the service stay as they are.";
  if ((await vscode.window.showWarningMessage(`Remove the tenant ${tenant.name}?`, { modal: true, detail }, remove)) !== remove) return;
  await services.credentials.remove(tenant.origin);
  await eraseTenant(tenant);
}
