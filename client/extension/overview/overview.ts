import * as l10n from "@vscode/l10n";
import { ruleFor } from "../editor/states.js";
import { formatNumber, locale } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { type NextStep, STEP_TITLES, sentence } from "../../core/service/errorTable.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/sessions.js";
import { signedInFirst } from "../tenants/sessionOf.js";
import { agesChart, applicationsChart, filesChart, pushesChart, type FileSeries } from "./charts.js";
import type { Chart, Overview } from "./page.js";

/** Default position of the histogram's line, in days. */
const LIMIT_DAYS = 90;

/** Computes the overview from what's loaded, without a request. @param now milliseconds since the epoch. */
export function drawOverview(services: Services, now: number): Overview {
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
        next: next && { title: STEP_TITLES[next](), choice: { step: next, origin, tenantName: name } },
        charts: chartsOf(session, services, now),
      };
    }),
  };
}

function statusOf(session: Session): { readonly summary: string; readonly next?: NextStep } {
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
  return total === undefined
    ? l10n.t("Only the {0} loaded connections are counted.", formatNumber(connections.length))
    : l10n.t(
        "Only the {0} loaded connections, of {1}, are counted.",
        formatNumber(connections.length),
        formatNumber(total),
      );
}

/** If no connections are loaded, shows only the pushes, since empty bars would mean that there are none. */
function chartsOf({ signedIn, store, tenant }: Session, services: Services, now: number): readonly Chart[] {
  const { setupFiles, fileStates, history, arrangement } = services;
  const { connections, loadedAt } = store.snapshot;
  const lines = history.lines.filter(({ origin }) => origin === tenant.origin);
  if (!signedIn || loadedAt === undefined) return lines.length > 0 ? [pushesChart(lines, now, locale())] : [];
  const without = connections.filter(({ id }) => setupFiles.filesFor(id, tenant.host).length === 0).length;
  const files = setupFiles.all.filter(({ id, tenant: host }) =>
    host === undefined ? store.find(id) !== undefined : host === tenant.host,
  );
  const series = files.map(({ file }): FileSeries => {
    const state = fileStates.last(file);
    return state ? ruleFor(state.kind).bucket(state) : "open";
  });
  return [
    applicationsChart(connections),
    agesChart(connections, arrangement.current.unchangedDays || LIMIT_DAYS, now),
    filesChart(without, series),
    pushesChart(lines, now, locale()),
  ];
}
