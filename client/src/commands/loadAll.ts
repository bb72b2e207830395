import * as vscode from "vscode";
import { plainText } from "../plainText.js";
import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/session.js";
import { pickSession } from "./pickSession.js";
import { tell } from "./tell.js";

/** Reads every connection of a tenant, with a count, and a way to stop and keep what there is. */
export async function loadAll(services: Services, argument?: unknown): Promise<void> {
  const session = asNode(argument)?.session ?? (await pickSession(services, "Load all connections of which tenant?", ({ signedIn }) => signedIn));
  if (session) await loadAllOf(services, session);
}

/** @returns whether everything has been read. */
export async function loadAllOf(services: Services, session: Session): Promise<boolean> {
  const title = `Loading the connections of ${plainText(session.tenant.name)}`;
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (progress, cancellation) => {
    const abort = new AbortController();
    cancellation.onCancellationRequested(() => {
      abort.abort();
    });
    let reported = 0;
    await session.store.loadAll(abort.signal, (loaded, total) => {
      const count = loaded.toLocaleString(vscode.env.language);
      const message = total === undefined ? count : `${count} of ${total.toLocaleString(vscode.env.language)}`;
      progress.report({ message, ...(total ? { increment: ((loaded - reported) / total) * 100 } : {}) });
      reported = loaded;
    });
  });
  const { failure, more } = session.store.snapshot;
  if (failure !== undefined) void tell(services, session, failure);
  return !more && failure === undefined;
}
