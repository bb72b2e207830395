import * as vscode from "vscode";
import { ConnectionStore } from "../../core/connections/store.js";
import type { ServiceClient } from "../../core/service/client.js";
import type { ServiceError } from "../../core/service/errors/errors.js";
import type { Tenant } from "../../core/tenants/tenant.js";
import { unlessRateLimited } from "../../core/service/errorTable.js";

export interface Session {
  readonly tenant: Tenant;
  readonly client: ServiceClient;
  readonly store: ConnectionStore;
  signedIn: boolean;
}

/** Sends no request before rows are needed. If a push finds that no one is signed in, the rows say so. */
export function openSession(
  tenant: Tenant,
  makeClient: (onSignInNeeded: (failure: ServiceError) => void) => ServiceClient,
  signedIn: boolean,
): Session {
  const client = makeClient((failure) => {
    store.fail(failure);
  });
  const notice = waitNotice(tenant.name, () => {
    store.stop();
  });
  const store: ConnectionStore = new ConnectionStore(client.listPage.bind(client), notice);
  return { tenant, client, store, signedIn };
}

export async function closeSession(session: Session): Promise<void> {
  session.store.dispose();
  await session.client.close();
}

/** Shorter waits are over before anyone could read of them. */
const MIN_SHOWN_SECONDS = 2;

/**
 * Counts down a rate limit, and can end the wait, for requests without progress of their own.
 * @returns called with the remaining seconds; 0 when the wait is over.
 */
function waitNotice(tenant: string, cancel: () => void): (seconds: number) => void {
  let remaining = 0;
  let report: (() => void) | undefined;
  let end: (() => void) | undefined;
  const close = () => {
    end?.();
    end = report = undefined;
  };
  const show = () => {
    const over = new Promise<void>((resolve) => (end = resolve));
    const options = { location: vscode.ProgressLocation.Notification, cancellable: true };
    // VS Code may take a moment before it shows anything.
    void vscode.window.withProgress(options, (progress, cancellation) => {
      report = () => {
        progress.report({ message: unlessRateLimited("", tenant, remaining) });
      };
      report();
      cancellation.onCancellationRequested(() => {
        close();
        cancel();
      });
      return over;
    });
  };
  return (seconds) => {
    remaining = seconds;
    if (seconds <= 0) close();
    else if (end) report?.();
    else if (seconds >= MIN_SHOWN_SECONDS) show();
  };
}
