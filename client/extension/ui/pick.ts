import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { inBackground } from "./inBackground.js";

/**
 * Shows a question and waits for its answer.
 * @param accept called on Enter; returns the answer, or undefined to keep asking.
 * @param isAnswered whether to call it at once, too.
 * @returns undefined if the user pressed Escape or the signal aborted.
 */
export function answerOf<Answer>(
  question: vscode.QuickInput & Pick<vscode.InputBox, "onDidAccept">,
  accept: () => Answer | undefined | Promise<Answer | undefined>,
  { signal, isAnswered = false }: { readonly signal?: AbortSignal | undefined; readonly isAnswered?: boolean } = {},
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    let answer: Promise<Answer | undefined> | undefined;
    const hide = () => {
      question.hide();
    };
    const take = () => {
      inBackground("take-answer", async () => {
        const earlier = answer?.catch(() => undefined);
        answer = (async () => (await accept()) ?? earlier)();
        if ((await answer) !== undefined) hide();
      });
    };
    question.onDidAccept(take);
    question.onDidHide(() => {
      question.dispose();
      // After Enter, another box may hide this one before the answer is taken. In a busy window, both arrive at once.
      resolve(signal?.aborted === true ? undefined : answer?.catch(() => undefined));
    });
    question.show();
    if (isAnswered) take();
    if (signal?.aborted === true) hide();
    else signal?.addEventListener("abort", hide, { once: true });
  });
}

/**
 * Asks the user to select one or more items.
 * @param last an item below the others, which is the answer as soon as it's selected alone.
 * @returns undefined if the user pressed Escape.
 */
export async function pickSeveral<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
  last?: Item,
): Promise<readonly Item[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = last ? [...items, last] : items;
  pick.selectedItems = items.filter(({ picked }) => picked === true);
  let [before, isLast] = [pick.selectedItems, false];
  pick.onDidChangeSelection((selected) => {
    // The box for all rows selects it together with others.
    isLast = last !== undefined && selected.includes(last) && selected.length === before.length + 1;
    before = selected;
    if (isLast) pick.hide();
  });
  const answer = await answerOf(pick, () => {
    const selected = pick.selectedItems.filter((item) => item !== last);
    if (selected.length > 0) return selected;
    // Typed text would hide the placeholder.
    pick.value = "";
    pick.placeholder = l10n.t("Select at least one.");
    return undefined;
  });
  return isLast && last ? [last] : answer;
}

/** Asks in a modal dialog before something is replaced or removed. @param action the button's title. */
export async function confirm(question: string, detail: string, action: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(question, { modal: true, detail }, action)) === action;
}

/**
 * Moves the focus to the editor before rows are redrawn and a list opens. VS Code returns the focus to a redrawn view
 * that had it, and a list closes if it loses the focus.
 */
export async function focusEditor(): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
}
