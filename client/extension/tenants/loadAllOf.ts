import * as l10n from "@vscode/l10n";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { unlessRateLimited } from "../../core/service/errorTable.js";
import type { Session } from "./session.js";
import { showServiceError } from "./serviceErrors.js";
import type { Services } from "../services.js";

/** Stopping keeps what's loaded. @returns whether all were loaded. */
export async function loadAllOf(services: Services, session: Session): Promise<boolean> {
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
  if (failure !== undefined) void showServiceError(services, session, failure);
  return !more && failure === undefined;
}
