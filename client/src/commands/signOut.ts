import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import { pickSession } from "./pickSession.js";

/** Removes the credential of a tenant from the secret storage. */
export async function signOut(services: Services, argument?: unknown): Promise<void> {
  const fits = ({ tenant, signedIn }: { tenant: { local: boolean }; signedIn: boolean }) => signedIn && !tenant.local;
  const session = asNode(argument)?.session ?? (await pickSession(services, "Sign out of which tenant?", fits));
  if (session) await services.credentials.remove(session.tenant.origin);
}
