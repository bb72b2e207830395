import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";

/**
 * @param accept called on Enter; returns the answer, or undefined to go on asking.
 * @returns undefined if the person pressed Escape, or the signal ended the question.
 */
export function answerOf<Answer>(
  question: vscode.QuickInput & Pick<vscode.InputBox, "onDidAccept">,
  accept: () => Answer | undefined,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let answer: Answer | undefined;
    const hide = () => {
      question.hide();
    };
    question.onDidAccept(() => {
      answer = accept();
      if (answer !== undefined) hide();
    });
    question.onDidHide(() => {
      question.dispose();
      resolve(answer);
    });
    question.show();
    if (signal?.aborted === true) hide();
    else signal?.addEventListener("abort", hide, { once: true });
  });
}

/** Lets a person tick one or more of several. @returns undefined where the person pressed Escape. */
export function pickSeveral<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
): Promise<readonly Item[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ picked }) => picked === true);
  return answerOf(pick, () => {
    if (pick.selectedItems.length > 0) return pick.selectedItems;
    // What is typed would stand in the place of the words.
    pick.value = "";
    pick.placeholder = l10n.t("Select at least one.");
    return undefined;
  });
}

/**
 * Moves the focus into the editor before rows come and something else is shown: VS Code gives a redrawn view the focus
 * that it had a moment before, and a list that loses the focus closes.
 */
export async function focusEditor(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
}
