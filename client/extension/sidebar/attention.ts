import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { agentsWords, type ReviewRequest } from "../../core/agents/reviewRequests.js";
import { displayNameOf } from "../../core/push/pushTypes.js";
import type { ConnectionRecord } from "../../core/service/operations/records.js";
import { capitalize, formatNarrowList, formatNumber } from "../../core/text/locale.js";
import { describeEnd } from "../../../schemas/judgements.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { Named } from "../editor/setupFileIndex.js";
import { type FileState, ruleFor } from "../editor/states.js";
import { fileConnectionName } from "../editor/tenantOfFile.js";
import type { EditorServices } from "../editor/editorServices.js";
import { type ContextValue, withPage } from "../contributions/contexts.js";

type Sources = Pick<EditorServices, "sessions" | "setupFiles" | "fileStates" | "reviewRequests">;

type Need = (count: string) => string;

const NEEDS = {
  unready: (count) => l10n.t("connections with a file that aren't ready: {0}", count),
  ending: (count) => l10n.t("credentials that end soon or have ended: {0}", count),
  requested: (count) => l10n.t("reviews that agents ask for: {0}", count),
} satisfies Readonly<Record<string, Need>>;

/** What a file or its connection needs most. One that isn't ready needs someone only if there's a file to push. */
function needOf(state: FileState | undefined, connection: ConnectionRecord | undefined): Need | undefined {
  const ofFile = state && ruleFor(state.kind).attention;
  const isEnding = state?.endsIn !== undefined;
  return ofFile ?? (connection?.ready === false ? NEEDS.unready : isEnding ? NEEDS.ending : undefined);
}

export function needsAttention(state: FileState | undefined, connection: ConnectionRecord | undefined): boolean {
  return needOf(state, connection) !== undefined;
}

/** A row is a file, so commands act on it as on a file in the Explorer. */
export interface AttentionRow {
  readonly kind: "file";
  readonly uri: vscode.Uri;
  readonly state: FileState | undefined;
  readonly name: string;
  readonly need: Need;
  readonly item: vscode.TreeItem;
}

/** The row above the setup files that need a person. The connections' own rows are below their tenants. */
export class Attention {
  readonly kind = "attention";
  readonly #sources: Sources;
  #rows: readonly AttentionRow[] = [];

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  get rows(): readonly AttentionRow[] {
    return this.#rows;
  }

  get item(): vscode.TreeItem {
    const item = new vscode.TreeItem(l10n.t("Needs attention"), vscode.TreeItemCollapsibleState.Expanded);
    item.id = this.kind;
    item.description = formatNumber(this.#rows.length);
    item.iconPath = new vscode.ThemeIcon("bell-dot");
    item.contextValue = "attention" satisfies ContextValue;
    return item;
  }

  /** @returns what to redraw: the rows that look different, or this if some came or went. */
  update(): readonly (Attention | AttentionRow)[] {
    const known = this.#rows;
    const rows = attentionRows(this.#sources);
    const isSame = rows.length === known.length && rows.every(({ item }, at) => item.id === known[at]?.item.id);
    if (!isSame) {
      this.#rows = rows;
      return [this];
    }
    const changed = known.filter(({ item }, at) => !isDeepStrictEqual(item, rows[at]?.item));
    for (const [at, row] of known.entries()) Object.assign(row, rows[at]);
    return changed;
  }

  /** The badge on the view's icon: how many rows there are, and what they need; undefined if there are none. */
  get badge(): vscode.ViewBadge | undefined {
    const groups = Map.groupBy(this.#rows, ({ need }) => need);
    const words = [...groups].map(([word, { length }]) => word(formatNumber(length)));
    const value = this.#rows.length;
    return value === 0 ? undefined : { value, tooltip: capitalize(formatNarrowList(words)) };
  }
}

/** In the order of their names. */
function attentionRows(sources: Sources): readonly AttentionRow[] {
  const { compare } = new Intl.Collator(vscode.env.language, { numeric: true });
  const { setupFiles, reviewRequests } = sources;
  const requests = reviewRequests.all;
  const others = [...requests.keys()].map((uri) => vscode.Uri.parse(uri)).filter((file) => !setupFiles.namedBy(file));
  return [...setupFiles.all, ...others.map((file) => ({ file, id: "", tenant: undefined }))]
    .flatMap((named) => rowFor(sources, named, requests.get(named.file.toString())) ?? [])
    .sort((a, b) => compare(a.name, b.name));
}

/** @param request what an agent asks for. */
function rowFor(
  { sessions, fileStates }: Sources,
  named: Named,
  request: ReviewRequest | undefined,
): AttentionRow | undefined {
  const { file: uri, id, tenant: host } = named;
  const state = fileStates.last(uri);
  const session = sessions.all.find(({ tenant, store }) =>
    host === undefined ? tenant.origin === state?.remembered?.origin || store.find(id) : tenant.host === host,
  );
  const connection = session?.store.find(id);
  const own = needOf(state, connection);
  const need = request ? NEEDS.requested : own;
  if (!need) return undefined;
  const rule = state && ruleFor(state.kind);
  const known = connection?.name ?? state?.remembered?.record?.name;
  const name = sanitizeText(displayNameOf({ id, name: known, label: fileConnectionName(uri, named.name) }), 150);
  const item = new vscode.TreeItem(name);
  const row = session?.tenant.readOnly === true ? "file.readOnly" : state?.kind === "unknown" ? "file.unknown" : "file";
  const words = [
    sanitizeText(connection?.app_id ?? "", 55),
    state && rule?.attention ? rule.row(state, { isLinked: true }) : "",
    own === NEEDS.unready ? l10n.t("not ready") : "",
    state?.endsIn === undefined ? "" : describeEnd(state.endsIn),
    sessions.all.length > 1 ? sanitizeText(session?.tenant.name ?? host ?? "", 80) : "",
  ];
  const path = sanitizeText(vscode.workspace.asRelativePath(uri), 300);
  // Last in each text, so that all that follows the opening quotation mark is the agent's.
  const asked = request ? [l10n.t("an agent asks for a review: “{0}”", agentsWords(request.reason))] : [];
  item.id = `file:${uri.toString()}`;
  item.description = (request ? asked : words.filter(Boolean)).join(" · ");
  item.accessibilityInformation = { label: [name, ...words, path, ...asked].filter(Boolean).join(", ") };
  const icon = request ? "comment-discussion" : (rule?.icon ?? "warning");
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor("list.warningForeground"));
  // In a narrow view, the description is cut.
  item.tooltip = [path, ...words, ...asked].filter(Boolean).join("\n");
  item.contextValue = withPage(request ? "file.requested" : row, session?.tenant);
  item.command = { command: "vscode.open", title: l10n.t("Open Setup File"), arguments: [uri] };
  return { kind: "file", uri, state, name, need, item };
}
