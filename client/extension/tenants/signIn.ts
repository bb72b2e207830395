import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sessionOfRow } from "./sessionOf.js";
import type { TenantServices } from "./tenantServices.js";
import type { Session } from "./sessions.js";
import { canChangeTenants, writeTenant } from "./settings.js";
import { setCredential } from "./setCredential.js";
import { focusEditor } from "../ui/pick.js";
import { runSteps } from "../ui/steps.js";
import { answersOf, signInOf, signInSteps } from "./addTenant.js";
import { signInTrial } from "./signInTrial.js";

export async function signIn(services: TenantServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Sign in to which tenant?"),
    ({ tenant }) => !tenant.local,
  );
  const signedIn = session && (await signInTo(services, session));
  if (signedIn) await services.sidebar.revealTenant(signedIn);
}

/**
 * Asks for a credential and signs in.
 * @param hasNextStep whether another question or view follows.
 * @returns the session, which is new if the settings changed; undefined if the user canceled or signing in isn't
 * possible.
 */
async function signInTo(
  services: TenantServices,
  { tenant }: Session,
  hasNextStep = false,
): Promise<Session | undefined> {
  if (tenant.local) {
    vscode.window.showInformationMessage(
      l10n.t("The environment of this window signs in to {0}. To change that, restart VS Code.", tenant.name),
    );
    return undefined;
  }
  const answers = answersOf(tenant);
  const trial = signInTrial(services, () => signInOf(answers));
  if (!(await runSteps(l10n.t("Sign in to {0}", tenant.name), () => signInSteps(answers, trial)))) return undefined;
  if (hasNextStep) await focusEditor();
  const { tenant: changed, secret } = signInOf(answers) ?? {};
  if (!changed || !canChangeTenants()) return undefined;
  if (!isDeepStrictEqual(changed, tenant)) await writeTenant(changed);
  await setCredential(services, tenant, secret);
  await services.sessions.sync();
  trial.warn();
  return services.sessions.withOrigin(tenant.origin);
}

/**
 * Asks for a credential if there's none.
 * @returns undefined if the user canceled, or if `session` is undefined.
 */
export async function ensureSignedIn(
  services: TenantServices,
  session: Session | undefined,
): Promise<Session | undefined> {
  return session?.signedIn === false ? signInAndWait(services, session) : session;
}

/** Signs in for what follows at once. @returns undefined if the user canceled. */
export async function signInAndWait(services: TenantServices, session: Session): Promise<Session | undefined> {
  const signedIn = await signInTo(services, session, true);
  if (signedIn && typeof (await services.credentials.find(signedIn.tenant.origin)) === "object")
    await untilNoticed(services.sessions, signedIn);
  return signedIn;
}

/** In milliseconds. It's safe to continue after that, since requests get the credential themselves. */
const TIMEOUT_MS = 10_000;

/** Waits until the session notices its credential. It then clears its rows, so anything loaded earlier is lost. */
function untilNoticed(sessions: TenantServices["sessions"], session: Session): Promise<void> {
  return new Promise((resolve) => {
    const endIfSettled = () => {
      // A session that's replaced or removed in the meantime never notices.
      if (session.signedIn || !sessions.all.includes(session)) end();
    };
    const end = () => {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    };
    const timer = setTimeout(end, TIMEOUT_MS);
    const subscription = sessions.onDidChange(endIfSettled);
    endIfSettled();
  });
}

export async function signOut(services: TenantServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Sign out of which tenant?"),
    ({ tenant, signedIn }) => signedIn && !tenant.local,
  );
  if (session) await setCredential(services, session.tenant, undefined);
}
