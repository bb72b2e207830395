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
    this.#publish();
  });

  dispose(): void {
    this.#subscription.dispose();
  }

  /** @param shown the address of the right side, or the title of a comparison of many. */
  offer(shown: vscode.Uri | string, offered: Offered): void {
    (typeof shown === "string" ? this.#many : this.#single).set(shown.toString(), offered);
    this.#publish();
  }

  forget(document: vscode.Uri): void {
    if (this.#single.delete(document.toString())) this.#publish();
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

  #publish(): void {
    const single = [...this.#single];
    const many = this.#manyInFront();
    context(
      "comparedFiles",
      single.flatMap(([right, { files }]) => (files.length > 0 ? [right] : [])),
    );
    context(
      "reviewed",
      single.flatMap(([right, { goOn }]) => (goOn ? [right] : [])),
    );
    context("comparisonOfMany", many && (many.goOn ? "reviewed" : "compared"));
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
