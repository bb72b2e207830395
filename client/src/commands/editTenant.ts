import * as vscode from "vscode";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import { eraseTenant, writeTenant } from "../tenants/settings.js";
import type { Tenant } from "../tenants/tenant.js";
import { pickSession } from "./pickSession.js";
import { runSteps } from "./steps.js";
import { addressStep, answersOf, marksStep, nameStep, tenantFrom } from "./tenantSteps.js";

/** Changes a tenant's address, name or marks. At another origin one has to sign in anew. */
export async function editTenant(services: Services, argument?: unknown): Promise<void> {
  const session = asNode(argument)?.session ?? (await pickSession(services, "Edit which tenant?", ({ tenant }) => !tenant.local));
  if (!session || session.tenant.local) return;
  const answers = answersOf(session.tenant);
  const title = `Edit ${session.tenant.name}`;
  if (!(await runSteps(title, () => [addressStep(answers), nameStep(answers), marksStep(answers)]))) return;
  const changed = tenantFrom(answers);
  if (changed) await replace(services, session.tenant, changed);
}

async function replace(services: Services, old: Tenant, changed: Tenant): Promise<void> {
  if (changed.origin !== old.origin) {
    // What was given for one origin must never be sent to another.
    await services.credentials.remove(old.origin);
    await eraseTenant(old);
  }
  await writeTenant(changed);
  await services.sessions.sync();
  if (changed.origin !== old.origin) void vscode.window.showInformationMessage(`${changed.name} has moved to ${changed.host}. Sign in there to see its connections.`);
}
