import * as l10n from "@vscode/l10n";
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
  const session = asNode(argument)?.session ?? (await pickSession(services, l10n.t("Sign in to which tenant?"), ({ tenant }) => !tenant.local));
  if (session) await signInTo(services, session);
}

/**
 * Asks for what to sign in with to a tenant.
 * @returns the tenant's session from then on, which is another one where its settings changed; undefined where nothing was given.
 */
export async function signInTo(services: Services, { tenant }: Session): Promise<Session | undefined> {
  if (tenant.local) {
    void vscode.window.showInformationMessage(l10n.t("{0} is signed in by the environment of this window. Start VS Code anew to change that.", tenant.name));
    return undefined;
  }
  const answers = answersOf(tenant);
  if (!(await runSteps(l10n.t("Sign in to {0}", tenant.name), () => signInSteps(answers)))) return undefined;
  const changed = tenantFrom(answers);
  if (changed && !sameTenant(changed, tenant)) await writeTenant(changed);
  await keepSecret(services, tenant, secretFrom(answers));
  await services.sessions.sync();
  return services.sessions.withOrigin(tenant.origin);
}

/** Keeps a secret for a tenant, and says so where it will be gone with this window. */
export async function keepSecret({ credentials, sessions }: Services, tenant: Tenant, secret: Secret): Promise<void> {
  const kept = await credentials.store(tenant.origin, secret);
  if (kept) return;
  await sessions.credentialChanged(tenant.origin);
  void vscode.window.showWarningMessage(l10n.t("This machine offers no secret storage. What you signed in to {0} with is kept until this window closes. To keep it longer, set up or unlock a keyring and sign in again.", tenant.name));
}
