import { ConnectionStore } from "../../core/connections/store.js";
import type { ServiceClient } from "../../core/service/client.js";
import type { ServiceError } from "../../core/service/errors/errors.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { WaitNotice } from "./waitNotice.js";

/** A tenant together with everything that lives as long as it is known. */
export interface Session {
  readonly tenant: Tenant;
  readonly client: ServiceClient;
  readonly store: ConnectionStore;
  /** Whether there is a credential to make requests with. */
  signedIn: boolean;
}

/**
 * Makes the session of a tenant. Nothing is requested before the store is asked for rows. Where a push finds that nobody
 * is signed in any more, the rows say so at once.
 */
export function openSession(
  tenant: Tenant,
  makeClient: (onSignInNeeded: (failure: ServiceError) => void) => ServiceClient,
  signedIn: boolean,
): Session {
  const client = makeClient((failure) => {
    store.fail(failure);
  });
  const notice = new WaitNotice(tenant.name, () => {
    store.stop();
  });
  const store: ConnectionStore = new ConnectionStore((page, { signal, onWait = notice.update }) =>
    client.listPage(page, { signal, onWait }),
  );
  return { tenant, client, store, signedIn };
}

/** Ends what a session has in progress. */
export async function closeSession(session: Session): Promise<void> {
  session.store.dispose();
  await session.client.close();
}
