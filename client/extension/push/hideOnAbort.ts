import type * as vscode from "vscode";

/** Takes a question away that is shown, once the push it is about has been cancelled. */
export function hideOnAbort(question: Pick<vscode.QuickInput, "hide">, signal: AbortSignal | undefined): void {
  const hide = () => {
    question.hide();
  };
  if (signal?.aborted === true) hide();
  else signal?.addEventListener("abort", hide, { once: true });
}
