import * as vscode from "vscode";
import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import {
  historyTable,
  dayOf,
  pushDays,
  pushKey,
  type HistoryLine,
  type PushHistory,
  type PushDay,
} from "../../core/push/history.js";
import type { SetupFileIndex } from "../editor/setupFileIndex.js";
import type { PushJournal } from "../../core/push/journal.js";
import type { Sessions } from "../tenants/sessions.js";
import { ChangedRows } from "../sidebar/changedRows.js";
import { dayItem, pushItem } from "./pushItems.js";
import type { Services } from "../services.js";

const VIEW_ID = "vaultconn.pushes";

/** The row of a day, or of a push; one object for as long as it is there, since VS Code knows rows by that. */
type PushRow = { readonly kind: "day"; of: PushDay } | { readonly kind: "push"; readonly key: string; of: HistoryLine };

interface PushSources {
  readonly history: PushHistory;
  readonly journal: PushJournal;
  readonly sessions: Sessions;
  readonly setupFiles: SetupFileIndex;
}

/**
 * The view of what was pushed from this machine, by days. Rows are made of days that are open, and drawn anew where
 * they look different. As long as nobody looks at it, nothing is made of it.
 */
export class PushList implements vscode.TreeDataProvider<PushRow>, vscode.Disposable {
  readonly #sources: PushSources;
  readonly #changed = new ChangedRows<PushRow>();
  readonly onDidChangeTreeData = this.#changed.onDidChangeRows;
  readonly #days = new Map<string, PushRow & { kind: "day" }>();
  readonly #pushes = new Map<string, PushRow & { kind: "push" }>();
  /** What VS Code was last given of each push, and the pushes of each day. */
  readonly #looks = new Map<PushRow, vscode.TreeItem>();
  readonly #members = new Map<PushRow, readonly PushRow[]>();
  #today = "";

  readonly #disposables: vscode.Disposable;

  constructor(sources: PushSources) {
    this.#sources = sources;
    const view = vscode.window.createTreeView(VIEW_ID, { treeDataProvider: this });
    const refresh = () => {
      if (view.visible) this.#refresh();
    };
    this.#disposables = vscode.Disposable.from(
      view,
      this.#changed,
      // Another window may have pushed, and the day may have ended.
      view.onDidChangeVisibility(refresh),
      sources.history.onDidChange(refresh),
      sources.sessions.onDidChange(refresh),
      sources.setupFiles.onDidChange(refresh),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** The push of a row of this tree; undefined for anything else, such as what another extension made up. */
  lineOf(row: unknown): HistoryLine | undefined {
    return [...this.#pushes.values()].find((known) => known === row)?.of;
  }

  /** The file that was pushed, or the one its connection has now. */
  fileOf({ id, origin, file }: HistoryLine): vscode.Uri | undefined {
    const files = this.#sources.setupFiles.filesFor(id, new URL(origin).host);
    const same = files.find((uri) => uri.toString() === file);
    return same ?? files[0] ?? (file === undefined || file === "" ? undefined : vscode.Uri.parse(file));
  }

  getChildren(row?: PushRow): PushRow[] {
    if (row?.kind === "push") return [];
    const rows = row ? row.of.lines.map((line) => this.#pushRow(line)) : this.#readDays();
    if (row) this.#members.set(row, rows);
    return rows;
  }

  getTreeItem(row: PushRow): vscode.TreeItem {
    const item = this.#look(row);
    this.#looks.set(row, item);
    return item;
  }

  #refresh(): void {
    const before = [...this.#days.keys()].join();
    const today = this.#today;
    this.#readDays();
    if ([...this.#days.keys()].join() !== before || today !== this.#today) {
      this.#changed.tell(undefined);
      return;
    }
    const changed = [...this.#days.values()].flatMap((day): PushRow[] => {
      const members = this.#members.get(day);
      const now = members && day.of.lines.map((line) => this.#pushRow(line));
      if (!this.#isAsDrawn(day) || !isSameList(members, now)) return [day];
      return (now ?? []).filter((push) => !this.#isAsDrawn(push));
    });
    this.#changed.tell(changed);
  }

  #readDays(): PushRow[] {
    this.#today = dayOf(Date.now());
    const days = pushDays(this.#sources.history.lines);
    const rows = days.map((of) => {
      const row = this.#days.get(of.day) ?? { kind: "day", of };
      row.of = of;
      return row;
    });
    this.#days.clear();
    for (const row of rows) this.#days.set(row.of.day, row);
    return rows;
  }

  #pushRow(line: HistoryLine): PushRow {
    const key = pushKey(line);
    const row = this.#pushes.get(key) ?? { kind: "push", key, of: line };
    row.of = line;
    this.#pushes.set(key, row);
    return row;
  }

  #look(row: PushRow): vscode.TreeItem {
    if (row.kind === "day") return dayItem(row.of, Date.now(), row.of === [...this.#days.values()][0]?.of);
    const { of: line, key } = row;
    const { journal, sessions } = this.#sources;
    const known = sessions.withOrigin(line.origin)?.store.find(line.id)?.name;
    return pushItem(line, key, {
      name: known ?? line.connection ?? line.id,
      file: this.fileOf(line),
      canCheck: journal.open.some(({ push }) => push === line.push),
    });
  }

  #isAsDrawn(row: PushRow): boolean {
    const drawn = this.#looks.get(row);
    return drawn === undefined || isDeepStrictEqual(drawn, this.#look(row));
  }
}

function isSameList(one: readonly PushRow[] | undefined, other: readonly PushRow[] | undefined): boolean {
  return (
    one === other || (one?.length === other?.length && one?.every((row, index) => row === other?.[index]) === true)
  );
}

export async function showHistory({
  history,
  reviews,
  sessions,
}: Pick<Services, "history" | "reviews" | "sessions">): Promise<void> {
  const { lines } = history;
  const nameOf = ({ origin, id, connection }: (typeof lines)[number]) =>
    sessions.withOrigin(origin)?.store.find(id)?.name ?? connection;
  const text =
    lines.length === 0 ? `${l10n.t("Nothing has been pushed from here yet.")}\n` : historyTable(lines, nameOf);
  await reviews.show(text, "history", "push-history", ".txt");
}
