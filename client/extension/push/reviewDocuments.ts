import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { ConnectionKey } from "../../core/connections/connectionKey.js";
import { reviewAddress, sanitizeText } from "../../core/text/sanitizeText.js";
import type { Views } from "../../core/push/plan.js";
import { pickSetupFile } from "../editor/currentSetupFile.js";
import type { Services } from "../services.js";

const SCHEME = "vaultconn-review";

/** Of the addresses that VS Code makes up for editors of several comparisons. */
const SEVERAL_SCHEME = "multi-diff-editor";

/** Views are JSON with a comment. */
const COMPARED = ".jsonc";

export interface Comparison {
  readonly views: Views;
  /** The connection, whose next comparison takes the place of this one. */
  readonly of: ConnectionKey;
  readonly name: string;
  /** The URI of the setup file; empty if there is none. */
  readonly file: string;
}

interface Together {
  readonly title: string;
  /** Above the comparisons; undefined if one comparison says all. */
  readonly summary: string | undefined;
}

/** What the title of a comparison offers. */
export interface Offered {
  /** The setup files that are compared; none where no file asks for the update. */
  readonly files: readonly vscode.Uri[];
  /** Leads back to the review that waits for the comparison to be closed; undefined where none does. */
  readonly goOn?: (() => Promise<void>) | undefined;
}

/**
 * Comparisons as read-only documents, in memory while they're open, without credentials. Context keys tell VS Code what
 * their titles offer: for one connection by the address of the right side, for several by being in front.
 */
export class ReviewDocuments {
  readonly #texts = new Map<string, string>();
  /** By the keys of their editors. */
  readonly #offered = new Map<string, Offered>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();

  constructor(subscriptions: vscode.Disposable[]) {
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
    );
  }

  /**
   * Shows the service's record on the left and what the file sends on the right. The title leads to a push.
   * @param together adds a summary above them; left out for a single comparison.
   */
  async compare(comparisons: readonly Comparison[], together?: Together): Promise<void> {
    const { open, key } = this.#editorFor(comparisons, together, true);
    await open();
    this.#offer(key, { files: filesOf(comparisons) });
  }

  /** @returns when they have been closed, as their title does too, or the signal ends the wait. */
  async compareUntilClosed(
    comparisons: readonly Comparison[],
    together: Together,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const files = filesOf(comparisons);
    const { open, key, isIn } = this.#editorFor(comparisons, together, false);
    // One of many files may be closed before VS Code says that it is open.
    const closed = untilClosed(isIn, signal);
    await open();
    this.#offer(key, { files, goOn: () => close(isIn) });
    await closed;
    this.#offer(key, { files });
  }

  /** What the comparison offers at an address that VS Code passes from its title. */
  offered(uri: vscode.Uri | undefined): Offered | undefined {
    return uri?.scheme === SEVERAL_SCHEME ? this.#severalInFront() : this.#offered.get(String(uri));
  }

  async showText(name: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(this.#put(`text/${name}`, text, ".txt"), { preview: true });
  }

  /**
   * @param preview whether the next file that is opened may take the place of one comparison.
   * @returns an editor, to be opened. Its key is the address of the right side of one comparison, or the title of
   * several: VS Code makes up their address.
   */
  #editorFor(comparisons: readonly Comparison[], together: Together | undefined, preview: boolean) {
    const [only, ...others] = comparisons;
    if (only && others.length === 0 && together?.summary === undefined) {
      const { left, right } = this.#putSides(only, "file");
      const title = l10n.t("{0}: service ↔ file", sanitizeText(only.name, 60));
      return {
        open: () => vscode.commands.executeCommand("vscode.diff", left, right, title, { preview }),
        key: right.toString(),
        isIn: ({ input }: vscode.Tab) =>
          input instanceof vscode.TabInputTextDiff && input.original.toString() === left.toString(),
      };
    }
    const { title = "", summary = "" } = together ?? {};
    const resources = comparisons.map((comparison) => {
      const { left, right } = this.#putSides(comparison, sanitizeText(comparison.name, 60));
      return [right, left, right];
    });
    const text = this.#put("review/summary", `${summary}\n`, ".txt");
    return {
      open: () => vscode.commands.executeCommand("vscode.changes", title, [[text, undefined, text], ...resources]),
      key: title,
      // VS Code's interface has no type for such a tab.
      isIn: ({ label }: vscode.Tab) => label.startsWith(title),
    };
  }

  #putSides({ views, of }: Comparison, name: string) {
    const place = `${of.origin}/${of.id}`;
    return {
      left: this.#put(`${place}/service`, views.before, COMPARED),
      right: this.#put(`${place}/${name}`, views.after, COMPARED),
    };
  }

  #put(path: string, text: string, ending: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, ...reviewAddress(path, ending) });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    return uri;
  }

  #offer(key: string, offered: Offered): void {
    this.#offered.set(key, offered);
    this.#context();
  }

  #severalInFront(): Offered | undefined {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    return [...this.#offered].find(([title]) => label?.startsWith(title))?.[1];
  }

  #context(): void {
    const context = (key: string, value: unknown) =>
      void vscode.commands.executeCommand("setContext", `vaultconn.${key}`, value);
    const addresses = (isOffering: (offered: Offered) => boolean) =>
      [...this.#offered].flatMap(([key, offered]) => (isOffering(offered) ? [key] : []));
    const several = this.#severalInFront();
    context(
      "comparedFiles",
      addresses(({ files }) => files.length > 0),
    );
    context(
      "reviewed",
      addresses(({ goOn }) => goOn !== undefined),
    );
    context("comparisonOfMany", several && (several.goOn ? "reviewed" : "compared"));
  }
}

function filesOf(comparisons: readonly Comparison[]): readonly vscode.Uri[] {
  return comparisons.flatMap(({ file }) => (file === "" ? [] : [vscode.Uri.parse(file)]));
}

async function close(isIn: (tab: vscode.Tab) => boolean): Promise<void> {
  const { tabGroups } = vscode.window;
  await tabGroups.close(tabGroups.all.flatMap(({ tabs }) => tabs.filter(isIn)));
}

function untilClosed(isIn: (tab: vscode.Tab) => boolean, signal: AbortSignal | undefined): Promise<void> {
  const { tabGroups } = vscode.window;
  return new Promise((resolve) => {
    const end = () => {
      subscription.dispose();
      resolve();
    };
    // A tab that moves to another group is closed in the one it leaves.
    const subscription = tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.some(isIn) && !tabGroups.all.some(({ tabs }) => tabs.some(isIn))) end();
    });
    if (signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  });
}

/** Opens the setup file that a comparison is of, in a tab of its own: the comparison stays. */
export async function openCompared(_: Services, { files }: Offered): Promise<void> {
  const file = await pickSetupFile(files, l10n.t("Open which setup file?"));
  if (file) await vscode.window.showTextDocument(file, { preview: false });
}
