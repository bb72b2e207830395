import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ConnectionKey } from "../../core/connections/connectionKey.js";
import { sanitizeText } from "../../core/text/sanitizeText.js";
import type { Views } from "../../core/push/plan.js";
import { reviewAddress } from "../../core/text/sanitizeText.js";
import { ShownComparisons, type Offered } from "./shownComparisons.js";

const SCHEME = "vaultconn-review";

/** Views are JSON with a comment. */
const COMPARED = ".jsonc";

export interface Comparison {
  readonly views: Views;
  /** The connection, whose next comparison takes the place of this one. */
  readonly of: ConnectionKey;
  readonly name: string;
  /** The URI of the setup file; empty where there is none. */
  readonly file: string;
}

interface Together {
  readonly title: string;
  /** What stands above them; undefined where one comparison says all. */
  readonly summary: string | undefined;
}

/** A comparison that is about to open. */
interface Shown {
  readonly open: () => Thenable<unknown>;
  /** The address of the right side, or the title of a comparison of many. */
  readonly shown: vscode.Uri | string;
  readonly isIt: (tab: vscode.Tab) => boolean;
}

/** The two sides of a review as read-only documents, held in memory while they are open. They hold no credential. */
export class ReviewDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #shown = new ShownComparisons();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      this.#shown,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        this.#texts.delete(uri.toString());
        this.#shown.forget(uri);
      }),
    );
  }

  /** Left the record as the service has it, right as the file wants it. Its title leads on to a push. */
  async compare(comparison: Comparison): Promise<void> {
    const { shown, open } = this.#compare(comparison, true);
    await open();
    this.#shown.offer(shown, { files: filesOf([comparison]) });
  }

  /**
   * Shows comparisons in one editor, below a summary of them; one without a summary by itself.
   * @returns when they have been closed, as their title does too, or the signal ends the wait.
   */
  async compareUntilClosed(
    comparisons: readonly Comparison[],
    together: Together,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const files = filesOf(comparisons);
    const [only, ...others] = comparisons;
    const isAlone = only !== undefined && others.length === 0 && together.summary === undefined;
    const { shown, isIt, open } = isAlone ? this.#compare(only, false) : this.#compareMany(comparisons, together);
    // One of many files may be closed before VS Code says that it is open.
    const closed = untilClosed(isIt, signal);
    await open();
    this.#shown.offer(shown, { files, goOn: () => close(isIt) });
    await closed;
    this.#shown.offer(shown, { files });
  }

  /** Shows comparisons in one editor, below a summary of them. Its title leads on to a push of all. */
  async compareMany(comparisons: readonly Comparison[], together: Together): Promise<void> {
    const { shown, open } = this.#compareMany(comparisons, together);
    await open();
    this.#shown.offer(shown, { files: filesOf(comparisons) });
  }

  /** What the comparison offers whose title was used; undefined where it is none that is open. */
  offered(argument: unknown): Offered | undefined {
    return this.#shown.of(argument);
  }

  /** Shows one text, such as a record. @param ending of the document's name, which says what language it is in. */
  async show(text: string, id: string, name: string, ending = ".json"): Promise<void> {
    const uri = this.#put(`${id}/${name}`, text, ending);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#texts.clear();
  }

  /** @param preview whether the next file that is opened may take its place. */
  #compare(comparison: Comparison, preview: boolean): Shown {
    const { left, right } = this.#putSides(comparison, "file");
    const title = l10n.t("{0}: service ↔ file", sanitizeText(comparison.name, 60));
    const open = () => vscode.commands.executeCommand("vscode.diff", left, right, title, { preview });
    const isIt = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputTextDiff && input.original.toString() === left.toString();
    return { shown: right, isIt, open };
  }

  #compareMany(comparisons: readonly Comparison[], { title, summary }: Together): Shown {
    const resources = comparisons.map((comparison) => {
      const { left, right } = this.#putSides(comparison, sanitizeText(comparison.name, 60));
      return [right, left, right];
    });
    const text = this.#put("review/summary", `${summary ?? ""}\n`, ".txt");
    const open = () => vscode.commands.executeCommand("vscode.changes", title, [[text, undefined, text], ...resources]);
    // VS Code's interface has no type for such a tab.
    return { shown: title, isIt: ({ label }) => label.startsWith(title), open };
  }

  #putSides({ views, of }: Comparison, name: string) {
    const place = `${of.origin}/${of.id}`;
    return {
      left: this.#put(`${place}/service`, views.before, COMPARED),
      right: this.#put(`${place}/${name}`, views.after, COMPARED),
    };
  }

  #put(path: string, text: string, ending = ".json"): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, ...reviewAddress(path, ending) });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }
}

function filesOf(comparisons: readonly Comparison[]): readonly string[] {
  return comparisons.flatMap(({ file }) => (file === "" ? [] : [file]));
}

async function close(isIt: (tab: vscode.Tab) => boolean): Promise<void> {
  const { tabGroups } = vscode.window;
  await tabGroups.close(tabGroups.all.flatMap(({ tabs }) => tabs.filter(isIt)));
}

function untilClosed(isIt: (tab: vscode.Tab) => boolean, signal: AbortSignal | undefined): Promise<void> {
  const { tabGroups } = vscode.window;
  return new Promise((resolve) => {
    const end = () => {
      subscription.dispose();
      resolve();
    };
    // A tab that moves to another group is closed in the one it leaves.
    const subscription = tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.some(isIt) && !tabGroups.all.some(({ tabs }) => tabs.some(isIt))) end();
    });
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}
