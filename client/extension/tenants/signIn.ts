import * as l10n from "@vscode/l10n";
import { sessionOfRow, type TenantServices } from "./sessionOf.js";
import { signInTo } from "./signInTo.js";

/** Asks for an access token or client credentials, and keeps them in the secret storage. */
export async function signIn(services: TenantServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Sign in to which tenant?"),
    ({ tenant }) => !tenant.local,
  );
  if (session) await signInTo(services, session);
}
