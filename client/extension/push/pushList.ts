import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { countsAs, describeOutcome, outcomeLabel } from "../../core/push/outcomes.js";
import { displayNameOf } from "../../core/push/pushTypes.js";
import { dayOf, pushDays } from "../../core/push/state/history.js";
import type { HistoryLine } from "../../core/push/state/storedPushes.js";
import { DAY_MS } from "../../core/text/formatTime.js";
import { capitalize, formatList, formatNumber, locale } from "../../core/text/locale.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import type { SampleServices } from "../sample/sampleServices.js";
import type { ContextValue } from "../contributions/contexts.js";
import { throttle } from "../ui/throttle.js";

const VIEW_ID = "vaultconn.pushes";

/** By category of the outcome. The row says the same in words. */
const ICONS = {
  success: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  open: new vscode.ThemeIcon("question", new vscode.ThemeColor("list.warningForeground")),
  stopped: new vscode.ThemeIcon("circle-slash"),
  failure: new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground")),
};

/** A day with its pushes, or a push. */
class PushRow {
  constructor(
    readonly item: vscode.TreeItem,
    readonly line?: HistoryLine,
    readonly pushes: readonly PushRow[] = [],
  ) {}
}

type PushSources = Pick<SampleServices, "history" | "journal" | "sessions" | "setupFiles">;

/** The pushes from this machine, by day. Computes nothing while it isn't visible. */
export class PushList implements vscode.TreeDataProvider<PushRow> {
  readonly #sources: PushSources;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  /** Undefined until VS Code asks for the rows. A report before that delays its first drawing by seconds. */
  #days: readonly PushRow[] | undefined;

  constructor(sources: PushSources, subscriptions: vscode.Disposable[]) {
    this.#sources = sources;
    const view = vscode.window.createTreeView(VIEW_ID, { treeDataProvider: this });
    const refresh = throttle(() => {
      if (view.visible) this.#refresh();
    });
    subscriptions.push(
      view,
      this.#changed,
      // Another window may have pushed, and the day may have ended.
      view.onDidChangeVisibility(refresh),
      sources.history.onDidChange(refresh),
      sources.sessions.onDidChange(refresh),
      sources.setupFiles.onDidChange(refresh),
    );
  }

  /** Undefined for anything that isn't a row of this tree. */
  lineOf(row: unknown): HistoryLine | undefined {
    return row instanceof PushRow ? row.line : undefined;
  }

  /** The file that was pushed, or else one that the connection has now. */
  fileOf({ id, origin, file }: Pick<HistoryLine, "id" | "origin" | "file">): vscode.Uri | undefined {
    const files = this.#sources.setupFiles.filesOf({ id, origin });
    const same = files.find((uri) => uri.toString() === file);
    return same ?? files[0] ?? (file === "" ? undefined : vscode.Uri.parse(file));
  }

  getChildren(row?: PushRow): PushRow[] {
    return [...(row?.pushes ?? (this.#days = this.#readDays()))];
  }

  getTreeItem({ item }: PushRow): vscode.TreeItem {
    return item;
  }

  /** VS Code loses clicks on rows that it redraws. */
  #refresh(): void {
    if (this.#days && !isDeepStrictEqual(itemsOf(this.#days), itemsOf(this.#readDays()))) this.#changed.fire(undefined);
  }

  #readDays(): readonly PushRow[] {
    const time = new Intl.DateTimeFormat(locale(), { timeStyle: "short" });
    const moment = new Intl.DateTimeFormat(locale(), { dateStyle: "full", timeStyle: "medium" });
    return [...pushDays(this.#sources.history.lines)].map(([day, lines], index) => {
      const pushes = lines.map(
        (line) => new PushRow(this.#pushItem(line, time.format(line.time), moment.format(line.time)), line),
      );
      return new PushRow(dayItem(day, lines, index === 0), undefined, pushes);
    });
  }

  /** @param time of the day. @param moment date and time. */
  #pushItem(line: HistoryLine, time: string, moment: string): vscode.TreeItem {
    const { journal, sessions } = this.#sources;
    const name = sessions.withOrigin(line.origin)?.store.find(line.id)?.name ?? line.connection;
    const label = sanitizeText(displayNameOf({ id: line.id, name }), 150);
    const tenant = sanitizeText(line.tenantName, 80);
    const outcome = describeOutcome(line.outcome);
    const file = this.fileOf(line);
    const canCheck = journal.open.some(({ push }) => push === line.push);
    const item = new vscode.TreeItem(label);
    item.id = `push:${line.push}`;
    item.description = [outcomeLabel(line.outcome), tenant, time].join(" · ");
    item.iconPath = ICONS[countsAs({ kind: line.outcome })];
    item.accessibilityInformation = { label: [label, outcome, tenant, time].join(", ") };
    // Plain text, so that no name is read as Markdown.
    item.tooltip = [label, capitalize(outcome), moment, ...describePush(line, tenant)].join("\n");
    item.contextValue = contextOf(file !== undefined, canCheck);
    if (file) item.command = { command: "vscode.open", title: l10n.t("Open Setup File"), arguments: [file] };
    return item;
  }
}

function itemsOf(days: readonly PushRow[]): readonly vscode.TreeItem[] {
  return days.flatMap(({ item, pushes }) => [item, ...pushes.map((row) => row.item)]);
}

/** @param expanded whether its pushes are initially shown. */
function dayItem(day: string, lines: readonly HistoryLine[], expanded: boolean): vscode.TreeItem {
  const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
  const label = dayInWords(day);
  const item = new vscode.TreeItem(label, expanded ? Expanded : Collapsed);
  item.id = `day:${day}`;
  item.description = formatNumber(lines.length);
  item.accessibilityInformation = { label: l10n.t("{0}, pushes: {1}", label, formatNumber(lines.length)) };
  item.contextValue = "day" satisfies ContextValue;
  return item;
}

function contextOf(withFile: boolean, canCheck: boolean): ContextValue {
  if (withFile) return canCheck ? "push.withFile.open" : "push.withFile";
  return canCheck ? "push.open" : "push";
}

function describePush({ id, origin, properties, expires, rotation }: HistoryLine, tenant: string): readonly string[] {
  return [
    l10n.t("Tenant: {0}, {1}", tenant, origin),
    l10n.t("ID: {0}", sanitizeText(id, 60)),
    ...(properties.length > 0 ? [l10n.t("What was sent: {0}", properties.join(", "))] : []),
    ...(expires === undefined ? [] : [l10n.t("End of the token: {0}", expires)]),
    ...(rotation ? [l10n.t("Rotation of {0}", formatList(rotation.names.map((part) => sanitizeText(part, 60))))] : []),
  ];
}

function dayInWords(day: string): string {
  const now = Date.now();
  if (day === dayOf(now)) return l10n.t("Today");
  if (day === dayOf(now - DAY_MS)) return l10n.t("Yesterday");
  return new Intl.DateTimeFormat(locale(), { dateStyle: "full" }).format(new Date(`${day}T12:00`));
}
