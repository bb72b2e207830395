import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { Credential } from "../../core/service/signIn/method.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { TenantServices } from "./tenantServices.js";

/** Signs in with a credential, or signs out if it's undefined. Warns if the secret storage can't be changed. */
export async function setCredential(
  { credentials, sessions }: TenantServices,
  { origin, name }: Tenant,
  secret: Credential | undefined,
): Promise<void> {
  const isStored = await credentials.set(origin, secret);
  // Even the same credential may now grant other scopes. Later requests mustn't use the old token until the event
  // arrives.
  sessions.withOrigin(origin)?.client.dropToken();
  if (isStored) return;
  await sessions.credentialChanged(origin);
  const shown = sanitizeText(name);
  vscode.window.showWarningMessage(
    secret
      ? l10n.t(
          "This computer has no secret storage, so your credentials for {0} are kept only until this window closes. To keep them longer, set up or unlock a keyring, and then sign in again.",
          shown,
        )
      : l10n.t(
          "This computer's secret storage can't be changed. This window no longer uses your credentials for {0}, but they may still be stored. Set up or unlock a keyring, and then sign out again.",
          shown,
        ),
  );
}
