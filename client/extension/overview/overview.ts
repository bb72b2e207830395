import * as l10n from "@vscode/l10n";
import { endingSoon, loadedInWords } from "../../core/connections/arrangeConnections.js";
import { fileMarks } from "../sidebar/fileMarks.js";
import { formatNumber, locale } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { sentence } from "../../core/service/errorTable.js";
import type { Action } from "../../core/text/action.js";
import { actionTitle } from "../actions.js";
import type { PushServices } from "../push/pushServices.js";
import type { Session } from "../tenants/sessions.js";
import { signedInFirst } from "../tenants/sessionOf.js";
import { agesChart, applicationsChart, filesChart, fileStateGroups, pushesChart } from "./charts.js";
import type { Overview, TenantOverview } from "./page.js";

/** Computes the overview from what's loaded, without a request. @param now milliseconds since the epoch. */
export function drawOverview(services: PushServices, now: number): Overview {
  const { all } = services.sessions;
  return {
    title: l10n.t("Overview"),
    nothing: all.length === 0 ? l10n.t("No tenant yet. Add one to see its connections.") : "",
    tenants: signedInFirst(all).map((session) => {
      const { origin, name } = session.tenant;
      const { summary, next } = statusOf(session);
      return {
        name: sanitizeText(name, 80),
        summary,
        next: next && { title: actionTitle(next), choice: { action: next, origin, tenantName: name } },
        ...detailsOf(session, services, now),
      };
    }),
  };
}

function statusOf(session: Session): { readonly summary: string; readonly next?: Action } {
  const { signedIn, store, tenant } = session;
  const { failure, loadedAt } = store.snapshot;
  if (!signedIn) return { summary: l10n.t("You're signed out of {0}.", sanitizeText(tenant.name)), next: "signIn" };
  if (failure === undefined) return { summary: loadedSentence(session) };
  const { text, next = "retry" } = sentence(failure, { tenant: tenant.name });
  return { summary: loadedAt === undefined ? text : `${text} ${loadedSentence(session)}`, next };
}

function loadedSentence({ store }: Session): string {
  const { connections, total, more, loadedAt } = store.snapshot;
  if (loadedAt === undefined) return l10n.t("No connections are loaded yet.");
  if (!more) return l10n.t("Connections: {0}.", formatNumber(connections.length));
  return l10n.t("Only loaded connections are counted: {0}.", loadedInWords(connections.length, total));
}

/** If no connections are loaded, shows only the pushes, since empty bars would mean that there are none. */
function detailsOf(session: Session, services: PushServices, now: number): Pick<TenantOverview, "numbers" | "charts"> {
  const { signedIn, store, tenant } = session;
  const { setupFiles, fileStates, history } = services;
  const { connections, loadedAt } = store.snapshot;
  const pushes = history.lines.filter(({ origin }) => origin === tenant.origin);
  if (!signedIn || loadedAt === undefined)
    return { numbers: [], charts: pushes.length > 0 ? [pushesChart(pushes, now, locale())] : [] };
  const of = { tenant: { origin: tenant.origin, name: sanitizeText(tenant.name, 80) } };
  const marks = fileMarks(services, session);
  const states = connections.map((connection) => marks.stateOf(connection));
  const deleted = setupFiles.all.filter(({ file, tenant: host }) => {
    const state = fileStates.last(file);
    return state?.kind === "gone" && (host === tenant.host || state.remembered?.origin === tenant.origin);
  });
  const { replaced, drifted, unknown } = fileStateGroups();
  const unready = connections.filter(({ ready }) => !ready).length;
  return {
    numbers: [
      { name: l10n.t("not ready"), value: unready, choice: { ...of, readiness: "notReady" } },
      ...[replaced, drifted, unknown].map((fileState) => ({
        name: fileState.name,
        value: states.filter((state) => (fileState.kinds as readonly unknown[]).includes(state)).length,
        choice: { ...of, fileState },
      })),
      {
        name: endingSoon(),
        value: connections.filter((one) => marks.isEnding(one)).length,
        choice: { ...of, ending: true },
      },
    ],
    charts: [
      applicationsChart(connections, of),
      agesChart(connections, of, now),
      filesChart(states, deleted.length, of),
      pushesChart(pushes, now, locale()),
    ],
  };
}
