import { isDeepStrictEqual } from "node:util";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { reviewAddress } from "../../core/text/escapeText.js";
import { whenEnded } from "../../core/push/events.js";
import { viewsOfPushed } from "../../core/push/planPush.js";
import type { PushTarget, Views } from "../../core/push/pushTypes.js";
import type { Sessions } from "../tenants/sessions.js";
import { inBackground } from "../ui/inBackground.js";
import { pickSetupFile } from "../editor/currentSetupFile.js";
import { setContext } from "../ui/setContext.js";

const SCHEME = "vaultconn-review";

/** The scheme of the URIs that VS Code creates for editors with several comparisons. */
const SEVERAL_SCHEME = "multi-diff-editor";

/** Views are JSON with a comment. */
const COMPARED = ".jsonc";

/** A comparison of a connection, which its next comparison replaces. */
export interface Comparison extends PushTarget {
  readonly views: Views;
}

/** An editor of comparisons that's open or was. */
interface Compared extends ComparisonTarget {
  readonly comparisons: readonly Comparison[];
  readonly isIn: (tab: vscode.Tab) => boolean;
}

/** What the actions in a comparison's title act on. */
export interface ComparisonTarget {
  /** The compared setup files; none if the update doesn't come from a file. */
  readonly files: readonly vscode.Uri[];
  /** Returns to the review that waits until the comparison is closed; undefined if none waits. */
  readonly returnToReview?: (() => Promise<void>) | undefined;
}

/**
 * Comparisons as read-only documents, in memory while they're open, without credentials. Context keys enable the
 * actions in their titles: for one connection by the URI of the right side, for several by the active tab.
 */
export class ReviewDocuments {
  readonly #texts = new Map<string, string>();
  /** The titles of editors with several comparisons, so far. */
  readonly #titles = new Set<string>();
  /** Those of editors that VS Code doesn't list yet. */
  readonly #opening = new Set<string>();
  /** By the keys of their editors. */
  readonly #offered = new Map<string, Compared>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  constructor(sessions: Pick<Sessions, "onDidChange" | "withOrigin">, subscriptions: vscode.Disposable[]) {
    subscriptions.push(
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#texts.delete(uri.toString());
        if (this.#offered.delete(uri.toString())) this.#context();
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => {
        this.#context();
      }),
      sessions.onDidChange(({ kind }) => {
        if (kind === "tenants") inBackground("update-view", () => this.#closeWithoutTenant(sessions));
      }),
    );
  }

  /** After a push, its comparison no longer shows differences. */
  readonly onPush = whenEnded(({ target, request, outcome }) => {
    if (!request || (outcome.kind !== "done" && outcome.kind !== "applied")) return;
    const { origin, id, file } = target;
    const views = viewsOfPushed(request.inspected, id, outcome.record);
    for (const { comparisons, isIn } of this.#offered.values())
      for (const shown of comparisons)
        if (isDeepStrictEqual([shown.origin, shown.id, shown.file], [origin, id, file]) && tabsWhere(isIn).length > 0)
          this.#putSides({ ...shown, views });
  });

  /**
   * Shows the service's record on the left and what the file sends on the right. Its title offers to push.
   * @param title the title of several comparisons.
   */
  async compare(comparisons: readonly Comparison[], title = ""): Promise<void> {
    const { open, key, isIn } = this.#editorFor(comparisons, title, true);
    await open();
    this.#offer(key, { files: filesOf(comparisons), comparisons, isIn });
  }

  /** @returns once they're closed, by the user or by the action in their title, or the signal aborts. */
  async compareUntilClosed(
    comparisons: readonly Comparison[],
    title: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const files = filesOf(comparisons);
    const { open, key, isIn } = this.#editorFor(comparisons, title, false);
    // A comparison may be closed before `open` resolves, which then might never happen.
    const closed = untilClosed(isIn, signal);
    await Promise.race([open(), closed]);
    this.#offer(key, { files, comparisons, isIn, returnToReview: () => close(isIn) });
    await closed;
    this.#offer(key, { files, comparisons, isIn });
  }

  /** What the comparison at a URI offers. VS Code passes the URI when an action in its title is used. */
  offered(uri: vscode.Uri | undefined): ComparisonTarget | undefined {
    return uri?.scheme === SEVERAL_SCHEME ? this.#severalInFront() : this.#offered.get(String(uri));
  }

  async showText(text: string): Promise<void> {
    await vscode.window.showTextDocument(this.#put("text/comparison", text, ".txt"), { preview: true });
  }

  /**
   * @param preview whether the next file that's opened may replace a single comparison.
   * @returns an editor that isn't open yet. Its key is the URI of the right side of one comparison, or the title of
   * several, since VS Code makes up their URI. So no two open editors have the same title.
   */
  #editorFor(comparisons: readonly Comparison[], title: string, preview: boolean) {
    const [only, ...others] = comparisons;
    if (only && others.length === 0) {
      const { left, right } = this.#putSides(only);
      const ofOne = l10n.t("{0}: service ↔ file", sanitizeText(only.connection, 60));
      return {
        open: () => vscode.commands.executeCommand("vscode.diff", left, right, ofOne, { preview }),
        key: right.toString(),
        isIn: ({ input }: vscode.Tab) =>
          input instanceof vscode.TabInputTextDiff && input.original.toString() === left.toString(),
      };
    }
    const resources = comparisons.map((comparison) => {
      const { left, right } = this.#putSides(comparison);
      return [right, left, right];
    });
    const key = this.#unusedTitle(title);
    return {
      open: async () => {
        try {
          await vscode.commands.executeCommand("vscode.changes", key, resources);
        } finally {
          this.#opening.delete(key);
        }
      },
      key,
      isIn: (tab: vscode.Tab) => this.#titleIn(tab) === key,
    };
  }

  #unusedTitle(title: string): string {
    const open = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map((tab) => this.#titleIn(tab)));
    let unused = title;
    for (let count = 2; open.includes(unused) || this.#opening.has(unused); count++) unused = `${title} · ${count}`;
    this.#titles.add(unused);
    this.#opening.add(unused);
    // The actions of this one are set once it is open. Until then, it has none.
    this.#offered.delete(unused);
    return unused;
  }

  /** VS Code's API has no type for such a tab, and VS Code adds the number of files to its title. */
  #titleIn({ label }: vscode.Tab): string | undefined {
    const titles = [...this.#titles].filter((title) => label.startsWith(title));
    return titles.sort((a, b) => b.length - a.length)[0];
  }

  /** Both sides have one path, so that VS Code doesn't show one as a renamed file. */
  #putSides({ views, tenantName, connection, origin, id }: Comparison) {
    const path = [tenantName, connection].map((name) => sanitizeText(name, 60).replaceAll("/", "-")).join("/");
    const put = (side: string, text: string) => this.#put(path, text, COMPARED, `${origin}/${id}/${side}`);
    return { left: put("service", views.before), right: put("file", views.after) };
  }

  #put(path: string, text: string, ending: string, query = path): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, ...reviewAddress(path, ending), query });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  /** Pushes would be refused. A review that waits for its comparison reports that itself. */
  async #closeWithoutTenant(sessions: Pick<Sessions, "withOrigin">): Promise<void> {
    const of = [...this.#offered.values()].filter(({ returnToReview }) => !returnToReview);
    for (const { comparisons, isIn } of of)
      if (comparisons.every(({ origin }) => !sessions.withOrigin(origin))) await close(isIn);
  }

  #offer(key: string, offered: Compared): void {
    this.#offered.set(key, offered);
    this.#context();
  }

  #severalInFront(): ComparisonTarget | undefined {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const title = tab && this.#titleIn(tab);
    return title === undefined ? undefined : this.#offered.get(title);
  }

  #context(): void {
    const keysOf = (isIncluded: (offered: ComparisonTarget) => boolean) =>
      [...this.#offered].flatMap(([key, offered]) => (isIncluded(offered) ? key : []));
    setContext(
      "comparedFiles",
      keysOf(({ files }) => files.length > 0),
    );
    setContext(
      "reviewed",
      keysOf(({ returnToReview }) => returnToReview !== undefined),
    );
    const several = this.#severalInFront();
    setContext("comparisonOfMany", several && (several.returnToReview ? "reviewed" : "compared"));
  }
}

function filesOf(comparisons: readonly Comparison[]): readonly vscode.Uri[] {
  return comparisons.flatMap(({ file }) => (file === "" ? [] : [vscode.Uri.parse(file)]));
}

function tabsWhere(isIn: (tab: vscode.Tab) => boolean): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isIn));
}

async function close(isIn: (tab: vscode.Tab) => boolean): Promise<void> {
  await vscode.window.tabGroups.close(tabsWhere(isIn));
}

function untilClosed(isIn: (tab: vscode.Tab) => boolean, signal: AbortSignal | undefined): Promise<void> {
  const { tabGroups } = vscode.window;
  return new Promise((resolve) => {
    const end = () => {
      subscription.dispose();
      resolve();
    };
    // What's open decides: a report of a closed tab may be missing, and also comes if one moves to another group.
    let wasOpen = false;
    const subscription = tabGroups.onDidChangeTabs(({ closed }) => {
      const isOpen = tabGroups.all.some(({ tabs }) => tabs.some(isIn));
      wasOpen ||= isOpen || closed.some(isIn);
      if (wasOpen && !isOpen) end();
    });
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}

/** Opens the compared setup file in another tab, so that the comparison stays open. */
export async function openCompared(_: unknown, { files }: ComparisonTarget): Promise<void> {
  const file = await pickSetupFile(files, l10n.t("Open which setup file?"));
  if (file) await vscode.window.showTextDocument(file, { preview: false });
}
