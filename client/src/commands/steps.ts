import * as vscode from "vscode";

/** One question of several that are asked in turn. */
export interface Step {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** What the box holds at first: what was typed before, on the way back. */
  readonly value: () => string;
  /** What is wrong with the text and what to do, or undefined. */
  readonly check: (text: string) => string | undefined;
  /** Takes the text once it is right. */
  readonly accept: (text: string) => void;
}

/**
 * Asks one question after the other in one input box, with a way back.
 * Moving the focus elsewhere does not lose what was typed.
 * @returns false where the person pressed Escape.
 */
export async function runSteps(title: string, steps: readonly Step[]): Promise<boolean> {
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    if (!step) break;
    const answer = await ask(title, step, index, steps.length);
    if (answer === "cancel") return false;
    index += answer === "back" ? -1 : 1;
  }
  return true;
}

function ask(title: string, step: Step, index: number, count: number): Promise<"next" | "back" | "cancel"> {
  return new Promise((resolve) => {
    const box = vscode.window.createInputBox();
    box.title = title;
    box.ignoreFocusOut = true;
    box.prompt = step.prompt;
    box.placeholder = step.placeholder ?? "";
    box.password = step.password ?? false;
    box.value = step.value();
    if (count > 1) {
      box.step = index + 1;
      box.totalSteps = count;
      box.buttons = index > 0 ? [vscode.QuickInputButtons.Back] : [];
    }
    let outcome: "next" | "back" | "cancel" = "cancel";
    box.onDidChangeValue(() => (box.validationMessage = undefined));
    box.onDidAccept(() => {
      box.validationMessage = step.check(box.value);
      if (box.validationMessage !== undefined) return;
      step.accept(box.value);
      outcome = "next";
      box.hide();
    });
    box.onDidTriggerButton(() => {
      step.accept(box.value);
      outcome = "back";
      box.hide();
    });
    box.onDidHide(() => {
      box.dispose();
      resolve(outcome);
    });
    box.show();
  });
}
