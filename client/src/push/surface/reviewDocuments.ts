import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ConnectionKey } from "../../connections/connectionKey.js";
import { plainText } from "../../plainText.js";
import type { Views } from "../views.js";
import { reviewAddress } from "./reviewAddress.js";

const SCHEME = "vaultconn-review";

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
      l10n.t("{0}: service ↔ file", plainText(name, 60)),
      { preview },
    );
    return before;
  }

  /** Shows a comparison. @returns when it has been closed, or the signal ends the wait. */
  async compareUntilClosed(
    views: Views,
    of: ConnectionKey,
    name: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const shown = (await this.compare(views, of, name, false)).toString();
    const isIt = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputTextDiff && input.original.toString() === shown;
    const { tabGroups } = vscode.window;
    await new Promise<void>((resolve) => {
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
