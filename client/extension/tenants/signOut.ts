import * as l10n from "@vscode/l10n";
import { deleteCredential } from "./storeCredential.js";
import { sessionOfRow, type TenantServices } from "./sessionOf.js";

/** Removes the credential of a tenant from the secret storage. */
export async function signOut(services: TenantServices, argument?: unknown): Promise<void> {
  const session = await sessionOfRow(
    services,
    argument,
    l10n.t("Sign out of which tenant?"),
    ({ tenant, signedIn }) => signedIn && !tenant.local,
  );
  if (session) await deleteCredential(services, session.tenant);
}
