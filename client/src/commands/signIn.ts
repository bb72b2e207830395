import * as vscode from "vscode";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import type { Secret } from "../tenants/credentials.js";
import type { Session } from "../tenants/session.js";
import { writeTenant } from "../tenants/settings.js";
import { sameTenant, type Tenant } from "../tenants/tenant.js";
import { pickSession } from "./pickSession.js";
import { runSteps } from "./steps.js";
import { answersOf, secretFrom, signInSteps, tenantFrom } from "./tenantSteps.js";

/** Asks for an access token or client credentials, and keeps them in the secret storage. */
export async function signIn(services: Services, argument?: unknown): Promise<void> {
  const session = asNode(argument)?.session ?? (await pickSession(services, "Sign in to which tenant?", ({ tenant }) => !tenant.local));
  if (session) await signInTo(services, session);
}

/** @returns whether something to sign in with was given. */
export async function signInTo(services: Services, { tenant }: Session): Promise<boolean> {
  if (tenant.local) {
    void vscode.window.showInformationMessage(`${tenant.name} is signed in by the environment of this window. Start VS Code anew to change that.`);
    return false;
  }
  const answers = answersOf(tenant);
  if (!(await runSteps(`Sign in to ${tenant.name}`, () => signInSteps(answers)))) return false;
  const changed = tenantFrom(answers);
  if (changed && !sameTenant(changed, tenant)) await writeTenant(changed);
  await keepSecret(services, tenant, secretFrom(answers));
  return true;
}

/** Keeps a secret for a tenant, and says so where it will be gone with this window. */
export async function keepSecret({ credentials, sessions }: Services, tenant: Tenant, secret: Secret): Promise<void> {
  const kept = await credentials.store(tenant.origin, secret);
  if (kept) return;
  await sessions.credentialChanged(tenant.origin);
  void vscode.window.showWarningMessage(`This machine offers no secret storage. What you signed in to ${tenant.name} with is kept until this window closes.`);
}
