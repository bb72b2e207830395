import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { sanitizeText } from "../../core/text/sanitizeText.js";

export type Step = TextStep | ChoiceStep;

export interface TextStep {
  readonly kind: "text";
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** The initial text: what was typed before, if the user goes back. */
  readonly value: string;
  /** Offers to read the answer from a file, with the dialog's title and file extensions. */
  readonly file?: { readonly title: string; readonly extensions: readonly string[] };
  /** Returns what's wrong with the text and how to fix it, or undefined. */
  readonly check: (text: string) => string | undefined;
  /** Called with a valid text, or with any text if the user goes back. */
  readonly accept: (text: string) => void;
}

export interface ChoiceStep {
  readonly kind: "choice";
  readonly prompt: string;
  readonly items: readonly ChoiceItem[];
  readonly many?: true;
  readonly accept: (ids: readonly string[]) => void;
}

interface ChoiceItem {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly chosen: boolean;
}

type Outcome = "next" | "back" | "cancel";

/**
 * Asks questions one by one, with a Back button. They stay open if they lose the focus.
 * @param steps called before each question, since an answer can change the next ones.
 * @returns false if the user pressed Escape.
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
  const take = (text: string) => {
    box.validationMessage = step.check(text);
    if (box.validationMessage === undefined) step.accept(text);
    return box.validationMessage === undefined;
  };
  const back = () => {
    step.accept(box.value);
  };
  const { file } = step;
  const other = file && {
    iconPath: new vscode.ThemeIcon("folder-opened"),
    tooltip: file.title,
    press: async () => {
      const text = await readChosenFile(file.title, file.extensions);
      return text !== undefined && take(text);
    },
  };
  return show(box, frame, () => take(box.value), back, other);
}

async function readChosenFile(title: string, extensions: readonly string[]): Promise<string | undefined> {
  const filters = { [title]: [...extensions], [l10n.t("All files")]: ["*"] };
  const [chosen] = (await vscode.window.showOpenDialog({ title, filters })) ?? [];
  if (!chosen) return undefined;
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(chosen));
  } catch {
    void vscode.window.showErrorMessage(l10n.t("{0} can't be read.", sanitizeText(chosen.path)));
    return undefined;
  }
}

interface OtherWay extends vscode.QuickInputButton {
  /** @returns whether the question was answered. */
  readonly press: () => Promise<boolean>;
}

function askChoice(step: ChoiceStep, frame: Frame): Promise<Outcome> {
  const pick = vscode.window.createQuickPick<ChoiceItem>();
  pick.placeholder = step.prompt;
  pick.canSelectMany = step.many === true;
  pick.items = step.items;
  const chosen = step.items.filter(({ chosen: marked }) => marked);
  if (step.many) pick.selectedItems = chosen;
  else pick.activeItems = chosen;
  const take = () => {
    step.accept(pick.selectedItems.map(({ id }) => id));
  };
  const next = () => {
    take();
    return true;
  };
  return show(pick, frame, next, step.many ? take : () => undefined);
}

/**
 * @param next accepts the answer, and returns whether it's valid.
 * @param back keeps what was entered.
 * @param other another way to answer. It may hide the question for a while.
 */
function show(
  input: vscode.InputBox | vscode.QuickPick<ChoiceItem>,
  { title, index, count }: Frame,
  next: () => boolean,
  back: () => void,
  other?: OtherWay,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let elsewhere = false;
    const leave = (outcome: Outcome) => {
      resolve(outcome);
      input.dispose();
    };
    input.title = title;
    input.ignoreFocusOut = true;
    if (count > 1) {
      input.step = index + 1;
      input.totalSteps = count;
    }
    input.buttons = [...(index > 0 ? [vscode.QuickInputButtons.Back] : []), ...(other ? [other] : [])];
    input.onDidAccept(() => {
      if (next()) leave("next");
    });
    input.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) {
        back();
        leave("back");
      } else if (other) {
        elsewhere = true;
        void other.press().then((answered) => {
          elsewhere = false;
          if (answered) leave("next");
          else input.show();
        });
      }
    });
    input.onDidHide(() => {
      if (!elsewhere) leave("cancel");
    });
    input.show();
  });
}
