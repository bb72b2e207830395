import * as vscode from "vscode";
import { ConnectionStore } from "../../core/connections/store.js";
import type { ServiceClient } from "../../core/service/client.js";
import type { ServiceError } from "../../core/service/errors/errors.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { rateLimitMessage } from "../../core/service/sentences/rateLimitMessage.js";

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

/** A notice on the screen. */
interface Shown {
  readonly update: (seconds: number) => void;
  readonly end: () => void;
}

/** Shorter waits are over before anyone could read of them. */
const SHORTEST_SHOWN_SECONDS = 2;

/**
 * Says that a tenant asks to slow down, with a countdown and a way to end the
 * wait, for requests whose progress nothing else on the screen shows.
 */
class WaitNotice {
  readonly #tenant: string;
  readonly #cancel: () => void;
  #shown: Shown | undefined;

  /** @param cancel ends what waits. */
  constructor(tenant: string, cancel: () => void) {
    this.#tenant = tenant;
    this.#cancel = cancel;
  }

  /** Takes how many seconds the wait still takes; 0 when it is over. */
  readonly update = (seconds: number): void => {
    if (seconds <= 0) this.#end();
    else if (this.#shown) this.#shown.update(seconds);
    else if (seconds >= SHORTEST_SHOWN_SECONDS) this.#show(seconds);
  };

  #show(seconds: number): void {
    let end: (() => void) | undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    let left = seconds;
    let report: ((message: string) => void) | undefined;
    const update = (now: number) => {
      left = now;
      report?.(rateLimitMessage(this.#tenant, now));
    };
    this.#shown = { update, end: () => end?.() };
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true };
    // VS Code may take a moment before it shows anything.
    void vscode.window.withProgress(options, (progress, cancellation) => {
      report = (message) => {
        progress.report({ message });
      };
      update(left);
      cancellation.onCancellationRequested(() => {
        this.#end();
        this.#cancel();
      });
      return over;
    });
  }

  #end(): void {
    this.#shown?.end();
    this.#shown = undefined;
  }
}
