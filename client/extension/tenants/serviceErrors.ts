import * as l10n from "@vscode/l10n";
import { sentence, unlessRateLimited } from "../../core/service/errorTable.js";
import type { Session } from "./sessions.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";
import type { Action } from "../../core/text/action.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { commandsFor, showMessage } from "../actions.js";
import { inBackground } from "../ui/inBackground.js";

/** Doesn't wait: the message stays until the user answers it. */
export function showServiceError({ tenant }: Session, error: unknown): void {
  const { text, next } = sentence(error, { tenant: tenant.name });
  const actions: readonly Action[] = next ? [next, "showLog"] : ["showLog"];
  const commands = commandsFor(actions, { tenant: { origin: tenant.origin, tenantName: tenant.name } });
  inBackground("offer-next-step", () => showMessage("error", text, commands));
}

/** Loads all connections of a tenant. If the user stops it, keeps what's loaded. @returns whether all were loaded. */
export async function loadAllOf(session: Session): Promise<boolean> {
  const title = l10n.t("Loading the connections of {0}", sanitizeText(session.tenant.name));
  await withCancellableProgress(title, async (report, signal) => {
    let reported = 0;
    let message = "";
    const onProgress = (loaded: number, total: number | undefined) => {
      message =
        total === undefined ? formatNumber(loaded) : l10n.t("{0} of {1}", formatNumber(loaded), formatNumber(total));
      report({ message, ...(total ? { increment: ((loaded - reported) / total) * 100 } : {}) });
      reported = loaded;
    };
    const onWait = (seconds: number) => {
      report({ message: unlessRateLimited(message, session.tenant.name, seconds) });
    };
    await session.store.loadAll({ signal, onProgress, onWait });
  });
  const { failure, more } = session.store.snapshot;
  if (failure !== undefined) showServiceError(session, failure);
  return !more && failure === undefined;
}
