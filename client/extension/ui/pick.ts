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
 * @param other a button in the title that closes the question and opens something else.
 * @returns undefined if the user pressed Escape or that button.
 */
export async function pickSeveral<Item extends vscode.QuickPickItem>(
  items: readonly Item[],
  { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
  other?: { readonly button: vscode.QuickInputButton; readonly open: () => Promise<void> },
): Promise<readonly Item[] | undefined> {
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeHolder;
  pick.canSelectMany = true;
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ picked }) => picked === true);
  if (other) {
    pick.buttons = [other.button];
    pick.onDidTriggerButton(() => {
      pick.hide();
      inBackground("offer-next-step", other.open);
    });
  }
  return answerOf(pick, () => {
    if (pick.selectedItems.length > 0) return pick.selectedItems;
    // Typed text would hide the placeholder.
    pick.value = "";
    pick.placeholder = l10n.t("Select at least one.");
    return undefined;
  });
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
