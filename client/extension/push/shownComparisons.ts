import * as vscode from "vscode";
import * as l10n from "@vscode/l10n";
import { pickSetupFile } from "../editor/currentSetupFile.js";
import type { Services } from "../services.js";

export interface Offered {
  /** The URIs of the setup files that are compared; none where no file asks for the update. */
  readonly files: readonly string[];
  /** Leads back to the review that waits for the comparison to be closed; undefined where none does. */
  readonly goOn?: (() => Promise<void>) | undefined;
}

/**
 * The comparisons that are open, and what their titles offer. VS Code is told by context keys: those of one connection
 * by the address of their right side; one of many, whose address VS Code makes up, by being in front.
 */
export class ShownComparisons implements vscode.Disposable {
  readonly #single = new Map<string, Offered>();
  /** By the title of their tab. */
  readonly #many = new Map<string, Offered>();
  readonly #subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
    this.#publishSeveral();
  });

  dispose(): void {
    this.#subscription.dispose();
  }

  /** Notes what the title of a comparison of one connection offers. @param right the address of its right side. */
  offer(right: vscode.Uri, offered: Offered): void {
    this.#single.set(right.toString(), offered);
    this.#publishSingle();
  }

  /** Notes what the title of the comparison of many offers. @param title on its tab. */
  offerForMany(title: string, offered: Offered): void {
    this.#many.set(title, offered);
    this.#publishSeveral();
  }

  forget(document: vscode.Uri): void {
    if (this.#single.delete(document.toString())) this.#publishSingle();
  }

  /** What the comparison offers whose title was used. @param argument what VS Code gives of it. */
  of(argument: unknown): Offered | undefined {
    const single = argument instanceof vscode.Uri ? this.#single.get(argument.toString()) : undefined;
    return single ?? this.#manyInFront();
  }

  #manyInFront(): Offered | undefined {
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label;
    return [...this.#many].find(([title]) => label?.startsWith(title))?.[1];
  }

  #publishSingle(): void {
    const those = (holds: (offered: Offered) => boolean) =>
      [...this.#single].flatMap(([right, offered]) => (holds(offered) ? [right] : []));
    const [withFile, waitedFor] = [those(({ files }) => files.length > 0), those(({ goOn }) => goOn !== undefined)];
    context("comparedFiles", withFile);
    context("reviewed", waitedFor);
  }

  #publishSeveral(): void {
    const offered = this.#manyInFront();
    context("comparisonOfMany", offered && (offered.goOn ? "reviewed" : "compared"));
  }
}

function context(key: string, value: unknown): void {
  void vscode.commands.executeCommand("setContext", `vaultconn.${key}`, value);
}

/** Opens the setup file that a comparison is of, in a tab of its own: the comparison stays. */
export async function openCompared(_services: unknown, { files }: Offered): Promise<void> {
  const file = await pickSetupFile(
    files.map((uri) => vscode.Uri.parse(uri)),
    l10n.t("Open which setup file?"),
  );
  if (file) await vscode.window.showTextDocument(file, { preview: false });
}

export async function continueReview(_: Services, { goOn }: Offered): Promise<void> {
  await goOn?.();
}
