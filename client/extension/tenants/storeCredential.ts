import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Services } from "../services.js";
import type { StoredCredential } from "./credentials.js";
import type { Tenant } from "../../core/tenants/tenant.js";

/** Keeps a secret for a tenant, and says so where it will be gone with this window. */
export async function storeCredential(
  { credentials, sessions }: Pick<Services, "credentials" | "sessions">,
  tenant: Tenant,
  secret: StoredCredential,
): Promise<void> {
  const kept = await credentials.store(tenant.origin, secret);
  // Whoever signs in anew, perhaps with the same, may have been given other scopes: what comes next must not wait for an event.
  sessions.withOrigin(tenant.origin)?.client.dropToken();
  if (kept) return;
  await sessions.credentialChanged(tenant.origin);
  void vscode.window.showWarningMessage(
    l10n.t(
      "This machine offers no secret storage. What you signed in to {0} with is kept until this window closes. To keep it longer, set up or unlock a keyring and sign in again.",
      tenant.name,
    ),
  );
}

/** Removes what is kept for a tenant, and says so where the secret storage does not let it go. */
export async function deleteCredential(
  { credentials, sessions }: Pick<Services, "credentials" | "sessions">,
  { origin, name }: Tenant,
): Promise<void> {
  const gone = await credentials.remove(origin);
  sessions.withOrigin(origin)?.client.dropToken();
  if (gone) return;
  await sessions.credentialChanged(origin);
  void vscode.window.showWarningMessage(
    l10n.t(
      "This machine's secret storage cannot be changed. What you signed in to {0} with is forgotten in this window; if it was kept for later, it is still there. Set up or unlock a keyring, then sign out again.",
      sanitizeText(name),
    ),
  );
}
