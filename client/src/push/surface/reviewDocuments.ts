import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ConnectionKey } from "../../connections/connectionKey.js";
import { sanitizeText } from "../../sanitizeText.js";
import type { Views } from "../views.js";
import { reviewAddress } from "./reviewAddress.js";

const SCHEME = "vaultconn-review";

/** A record as it is beside what it will be. */
export interface Comparison {
  readonly views: Views;
  readonly of: ConnectionKey;
  /** What the connection is called. */
  readonly name: string;
}

/**
 * The two sides of a review as documents that cannot be edited, held in memory
 * for as long as they are open. They hold no credential.
 */
export class ReviewDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
        onDidChange: this.#changed.event,
        provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? "",
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#texts.delete(uri.toString())),
    );
  }

  /**
   * Shows a comparison: left the record as the service has it, right as the file wants it.
   * @param of the connection, whose next comparison takes the place of this one.
   * @param name what the connection is called.
   * @param preview whether the next file that is opened may take its place.
   * @returns the document on its left.
   */
  async compare(views: Views, of: ConnectionKey, name: string, preview = true): Promise<vscode.Uri> {
    const before = this.#put(`${of.origin}/${of.id}/service`, views.before);
    const after = this.#put(`${of.origin}/${of.id}/file`, views.after);
    await vscode.commands.executeCommand(
      "vscode.diff",
      before,
      after,
      l10n.t("{0}: service ↔ file", sanitizeText(name, 60)),
      { preview },
    );
    return before;
  }

  /**
   * Shows comparisons: one by itself, many in one editor, below a summary of them.
   * @returns when they have been closed, or the signal ends the wait.
   */
  async compareUntilClosed(
    comparisons: readonly Comparison[],
    { title, summary }: { readonly title: string; readonly summary: string },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const [only, ...others] = comparisons;
    if (only && others.length === 0) {
      const shown = (await this.compare(only.views, only.of, only.name, false)).toString();
      await untilClosed(
        ({ input }) => input instanceof vscode.TabInputTextDiff && input.original.toString() === shown,
        signal,
      );
      return;
    }
    await this.compareMany(comparisons, { title, summary });
    // VS Code's interface has no type for such a tab.
    await untilClosed(({ label }) => label.startsWith(title), signal);
  }

  /** Shows comparisons in one editor, below a summary of them. */
  async compareMany(
    comparisons: readonly Comparison[],
    { title, summary }: { readonly title: string; readonly summary: string },
  ): Promise<void> {
    const resources = comparisons.map(({ views, of, name }) => {
      const before = this.#put(`${of.origin}/${of.id}/service`, views.before);
      const after = this.#put(`${of.origin}/${of.id}/${sanitizeText(name, 60)}`, views.after);
      return [after, before, after];
    });
    const text = this.#put("review/summary", summary, ".txt");
    await vscode.commands.executeCommand("vscode.changes", title, [[text, undefined, text], ...resources]);
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

  #put(path: string, text: string, ending = ".json"): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, ...reviewAddress(path, ending) });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }
}

/** Resolves when no such tab is left, or the signal ends the wait. */
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
