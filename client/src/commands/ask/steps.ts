import * as vscode from "vscode";

/** One question of several that are asked in turn. */
export type Step = TextStep | ChoiceStep;

/** A question that is answered by typing. */
export interface TextStep {
  readonly kind: "text";
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** What the box holds at first: what was typed before, on the way back. */
  readonly value: string;
  /** What is wrong with the text and what to do, or undefined. */
  readonly check: (text: string) => string | undefined;
  /** Takes the text: once it is right, and on the way back as it stands. */
  readonly accept: (text: string) => void;
}

/** A question that is answered by choosing from a list. */
export interface ChoiceStep {
  readonly kind: "choice";
  readonly prompt: string;
  readonly items: readonly ChoiceItem[];
  /** Whether any number of items can be ticked. */
  readonly many: boolean;
  readonly accept: (ids: readonly string[]) => void;
}

interface ChoiceItem {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  /** Chosen, or ticked, at first. */
  readonly chosen: boolean;
}

type Outcome = "next" | "back" | "cancel";

/**
 * Asks one question after the other, with a way back. Moving the focus
 * elsewhere does not lose what was typed.
 * @param steps the questions, made anew before each is asked, since an answer can change what follows.
 * @returns false where the person pressed Escape.
 */
export async function runSteps(title: string, steps: () => readonly Step[]): Promise<boolean> {
  for (let index = 0; ;) {
    const all = steps();
    const step = all[index];
    if (!step) return true;
    const frame = { title, index, count: all.length };
    const outcome = await (step.kind === "text" ? askText(step, frame) : askChoice(step, frame));
    if (outcome === "cancel") return false;
    index += outcome === "back" ? -1 : 1;
  }
}

interface Frame {
  readonly title: string;
  readonly index: number;
  readonly count: number;
}

function askText(step: TextStep, frame: Frame): Promise<Outcome> {
  const box = vscode.window.createInputBox();
  box.prompt = step.prompt;
  box.placeholder = step.placeholder ?? "";
  box.password = step.password ?? false;
  box.value = step.value;
  box.onDidChangeValue(() => (box.validationMessage = undefined));
  const next = () => {
    box.validationMessage = step.check(box.value);
    if (box.validationMessage === undefined) step.accept(box.value);
    return box.validationMessage === undefined;
  };
  const back = () => {
    step.accept(box.value);
  };
  return show(box, frame, next, back);
}

function askChoice(step: ChoiceStep, frame: Frame): Promise<Outcome> {
  const pick = vscode.window.createQuickPick<ChoiceItem>();
  pick.placeholder = step.prompt;
  pick.canSelectMany = step.many;
  pick.items = step.items;
  const chosen = step.items.filter(({ chosen: marked }) => marked);
  if (step.many) pick.selectedItems = chosen;
  else pick.activeItems = chosen;
  const keep = () => {
    step.accept(pick.selectedItems.map(({ id }) => id));
  };
  const next = () => {
    keep();
    return true;
  };
  return show(pick, frame, next, step.many ? keep : () => undefined);
}

/** @param next takes the answer and says whether it is right. @param back keeps what is there. */
function show(
  input: vscode.InputBox | vscode.QuickPick<ChoiceItem>,
  { title, index, count }: Frame,
  next: () => boolean,
  back: () => void,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let outcome: Outcome = "cancel";
    const leave = (way: Outcome) => {
      outcome = way;
      input.hide();
    };
    input.title = title;
    input.ignoreFocusOut = true;
    if (count > 1) {
      input.step = index + 1;
      input.totalSteps = count;
    }
    if (index > 0) input.buttons = [vscode.QuickInputButtons.Back];
    input.onDidAccept(() => {
      if (next()) leave("next");
    });
    input.onDidTriggerButton(() => {
      back();
      leave("back");
    });
    input.onDidHide(() => {
      input.dispose();
      resolve(outcome);
    });
    input.show();
  });
}
