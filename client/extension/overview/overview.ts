import * as l10n from "@vscode/l10n";
import type { Named } from "../editor/setupFileIndex.js";
import { ruleFor } from "../editor/states.js";
import { formatNumber, locale } from "../../core/text/locale.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import { type NextStep, STEP_TITLES, sentence } from "../../core/service/errorTable.js";
import type { Services } from "../services.js";
import type { Session } from "../tenants/sessions.js";
import {
  agesChart,
  applicationsChart,
  type BarAction,
  type DrawnChart,
  filesChart,
  pushesChart,
  type FileSeries,
} from "./charts.js";
import type { Overview } from "./page.js";

/** Where the line of the histogram is while no filter says otherwise, in days. */
const LIMIT_DAYS = 90;

export type OverviewParts = Pick<Services, "sessions" | "setupFiles" | "fileStates" | "history" | "arrangement">;

export interface TenantStep {
  readonly step: NextStep;
  readonly origin: string;
  readonly tenantName: string;
}

export interface DrawnOverview {
  readonly page: Overview;
  /** By the place of the tenant. */
  readonly steps: readonly (TenantStep | undefined)[];
  /** By the places of tenant, chart, label and series. */
  readonly choices: readonly (readonly DrawnChart["choices"][])[];
}

/** Draws the overview from what is known just now, without a request. @param now milliseconds since the epoch. */
export function drawOverview(parts: OverviewParts, now: number): DrawnOverview {
  const limit = parts.arrangement.current.unchangedDays || LIMIT_DAYS;
  const tenants = parts.sessions.all.map((session) => ({
    session,
    status: statusOf(session),
    drawn: chartsOf(session, parts, limit, now),
  }));
  return {
    page: {
      language: locale(),
      title: l10n.t("Overview"),
      nothing: tenants.length === 0 ? l10n.t("No tenant yet. Add one to see its connections.") : "",
      tenants: tenants.map(({ session, status, drawn }) => ({
        name: sanitizeText(session.tenant.name, 80),
        summary: status.summary,
        next: status.next ? STEP_TITLES[status.next]() : "",
        charts: drawn.map(({ chart }) => chart),
      })),
    },
    steps: tenants.map(({ session: { tenant }, status: { next } }) =>
      next ? { step: next, origin: tenant.origin, tenantName: tenant.name } : undefined,
    ),
    choices: tenants.map(({ drawn }) => drawn.map(({ choices }) => choices)),
  };
}

/** Undefined if there is no such bar or button, as after a change. */
export function choiceAt(
  { choices, steps }: DrawnOverview,
  place: readonly number[],
): BarAction | TenantStep | undefined {
  const [tenant = -1, chart, label = -1, series = -1] = place;
  return chart === undefined ? steps[tenant] : choices[tenant]?.[chart]?.[label]?.[series];
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

/** Without connections, only pushes have a chart: empty bars would say that there are none. */
function chartsOf(session: Session, parts: OverviewParts, limit: number, now: number): readonly DrawnChart[] {
  const { signedIn, store, tenant } = session;
  const isKnown = signedIn && store.snapshot.loadedAt !== undefined;
  const lines = parts.history.lines.filter(({ origin }) => origin === tenant.origin);
  return [
    ...(isKnown ? connectionCharts(session, parts, limit, now) : []),
    ...(isKnown || lines.length > 0 ? [pushesChart(lines, now, locale())] : []),
  ];
}

function connectionCharts(
  { tenant, store }: Session,
  { setupFiles, fileStates }: OverviewParts,
  limit: number,
  now: number,
): readonly DrawnChart[] {
  const { connections } = store.snapshot;
  const without = connections.filter(({ id }) => setupFiles.filesFor(id, tenant.host).length === 0).length;
  const files = setupFiles.all.filter(({ id, tenant: host }) =>
    host === undefined ? store.find(id) !== undefined : host === tenant.host,
  );
  const seriesOf = ({ file }: Named): FileSeries => {
    const state = fileStates.last(file);
    return state ? ruleFor(state.kind).bucket(state) : "open";
  };
  return [applicationsChart(connections), agesChart(connections, limit, now), filesChart(without, files.map(seriesOf))];
}
