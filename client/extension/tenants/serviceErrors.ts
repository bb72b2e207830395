import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { PushTarget } from "../../core/push/push.js";
import { type NextStep, STEP_TITLES, sentence, unlessRateLimited } from "../../core/service/errorTable.js";
import type { Services } from "../services.js";
import type { Session } from "./sessions.js";
import { runReportingErrors } from "../ui/runReportingErrors.js";
import { withCancellableProgress } from "../ui/withCancellableProgress.js";
import { formatNumber } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { sessionNow } from "./sessionOf.js";
import { signInTo } from "./signIn.js";

export async function showServiceError(services: Services, session: Session, error: unknown): Promise<void> {
  const { text, next } = sentence(error, { tenant: session.tenant.name });
  const title = next && STEP_TITLES[next]();
  const log = l10n.t("Show Log");
  const answer = await vscode.window.showErrorMessage(text, ...(title === undefined ? [] : [title]), log);
  if (answer === log) services.log.show();
  else if (answer !== undefined && next)
    await runReportingErrors(services, `vaultconn.${next}`, () =>
      performStep(services, next, { origin: session.tenant.origin, tenantName: session.tenant.name }),
    );
}

export async function performStep(
  services: Services,
  step: NextStep,
  tenant: Pick<PushTarget, "origin" | "tenantName">,
): Promise<void> {
  switch (step) {
    case "retry":
    case "refresh": {
      const now = services.sessions.withOrigin(tenant.origin);
      return refreshSessions(services, now ? [now] : services.sessions.all);
    }
    case "signIn":
    case "signInDifferently": {
      const now = sessionNow(services, tenant);
      if (now) await signInTo(services, now);
      return;
    }
    case "proxySettings":
      await vscode.commands.executeCommand("workbench.action.openSettings", "http.proxy");
  }
}

export async function refreshSessions(services: Services, affected: readonly Session[]): Promise<void> {
  const { sessions, sidebar } = services;
  await Promise.all(affected.filter(({ signedIn }) => signedIn).map(({ store }) => store.refresh()));
  // If there are no rows, show the reason here, since the welcome's text doesn't have it.
  const [only] = sessions.all;
  const failure = only?.store.snapshot.failure;
  if (only && failure !== undefined && sidebar.state !== "rows") void showServiceError(services, only, failure);
}

/** Loads all connections of a tenant. If the user stops it, keeps what's loaded. @returns whether all were loaded. */
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
