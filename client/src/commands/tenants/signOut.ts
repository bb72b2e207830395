import * as l10n from "@vscode/l10n";
import { asNode } from "../../sidebar/nodes.js";
import type { Services } from "../../services.js";
import { forgetSecret } from "./keepSecret.js";
import { pickSession } from "../ask/pickSession.js";

/** Removes the credential of a tenant from the secret storage. */
export async function signOut(services: Services, argument?: unknown): Promise<void> {
  const fits = ({ tenant, signedIn }: { tenant: { local: boolean }; signedIn: boolean }) => signedIn && !tenant.local;
  const session = asNode(argument)?.session ?? (await pickSession(services, l10n.t("Sign out of which tenant?"), fits));
  if (session) await forgetSecret(services, session.tenant);
}
