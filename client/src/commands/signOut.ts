import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { plainText } from "../plainText.js";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import type { Tenant } from "../tenants/tenant.js";
import { pickSession } from "./pickSession.js";

/** Removes the credential of a tenant from the secret storage. */
export async function signOut(services: Services, argument?: unknown): Promise<void> {
  const fits = ({ tenant, signedIn }: { tenant: { local: boolean }; signedIn: boolean }) => signedIn && !tenant.local;
  const session = asNode(argument)?.session ?? (await pickSession(services, l10n.t("Sign out of which tenant?"), fits));
  if (session) await forgetSecret(services, session.tenant);
}

/** Removes what is kept for a tenant, and says so where the secret storage does not let it go. */
export async function forgetSecret({ credentials, sessions }: Services, { origin, name }: Tenant): Promise<void> {
  const gone = await credentials.remove(origin);
  if (gone) return;
  await sessions.credentialChanged(origin);
  void vscode.window.showWarningMessage(l10n.t("This machine's secret storage cannot be changed. What you signed in to {0} with is forgotten in this window; if it was kept for later, it is still there. Set up or unlock a keyring, then sign out again.", plainText(name)));
}
