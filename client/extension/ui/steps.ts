import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import { decode } from "../../../schemas/decode.js";
import { withoutFinalLineBreak } from "../../../schemas/pemFault.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { answerOf } from "./pick.js";

export type Step = TextStep | ChoiceStep;

export interface TextStep {
  readonly kind: "text";
  readonly prompt: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** The initial text: what was typed before, if the user goes back. */
  readonly value: string;
  /** Offers to read the answer, which may have several lines, from the clipboard or a file. */
  readonly file?: { readonly title: string; readonly extensions: readonly string[] };
  /** Adds steps in front of this one. Offered as a button. */
  readonly advanced?: () => void;
  /** Returns what's wrong with the text and how to fix it, or undefined. */
  readonly check: (text: string) => string | undefined;
  /** Says what a text is, below the box. */
  readonly describe?: (text: string) => string | undefined;
  /** Tries out a valid text that was accepted. Returns what's wrong and how to fix it, or undefined. */
  readonly verify?: (signal: AbortSignal) => Promise<string | undefined>;
  /** Called with a valid text, or with any text if the user goes back. */
  readonly accept: (text: string) => void;
}

export interface ChoiceStep {
  readonly kind: "choice";
  readonly prompt: string;
  readonly items: readonly ChoiceItem[];
  readonly many?: true;
  /** Whether the number of steps depends on the answer. */
  readonly isFork?: true;
  readonly accept: (ids: readonly string[]) => void;
}

interface ChoiceItem {
  readonly id: string;
  readonly label: string;
  readonly detail: string;
  readonly chosen: boolean;
}

/** `file`, `clipboard`: where the user wants to read the answer from. `stay`: other steps come first. */
type Outcome = "next" | "back" | "file" | "clipboard" | "stay" | "cancel";

/** `reveal`: shows a masked answer, or masks it again, in the open box. */
type Button = vscode.QuickInputButton & { readonly outcome?: Outcome | "reveal" };

/** `QuickInputButtonLocation.Input`, which the types of the oldest supported version don't have. */
const INSIDE_INPUT = 3;
/** The version 1.x that allows buttons there. Earlier ones have the name, too, but throw if it's used. */
const MIN_MINOR_VERSION = 109;

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
    const frame = {
      title,
      ignoreFocusOut: true,
      buttons: index > 0 ? [vscode.QuickInputButtons.Back] : [],
      ...(all.length > 1 && { step: index + 1 }),
      // A total that changes on the way is no use.
      ...(!all.slice(index).some((later) => later.kind === "choice" && later.isFork) && { totalSteps: all.length }),
    };
    const outcome = await (step.kind === "text" ? askText(step, frame) : askChoice(step, frame));
    if (outcome === "cancel") return false;
    index += outcome === "back" ? -1 : outcome === "next" ? 1 : 0;
  }
}

type Frame = Partial<vscode.QuickInput> & Pick<vscode.InputBox, "buttons">;

/** @param read an answer from elsewhere, which is tried out before the user types anything. */
async function askText(step: TextStep, frame: Frame, typed = step.value, read?: string): Promise<Outcome> {
  const { prompt, placeholder = "", password = false, file, advanced, check, describe, verify, accept } = step;
  const box = vscode.window.createInputBox();
  const closed = new AbortController();
  Object.assign(box, frame, { prompt, placeholder, password, value: typed });
  box.buttons = [
    ...frame.buttons,
    ...(file ? [button("clippy", l10n.t("Read from Clipboard"), "clipboard")] : []),
    ...(file ? [button("folder-opened", file.title, "file")] : []),
    ...(advanced ? [button("gear", l10n.t("Advanced Settings"), "stay")] : []),
    ...(password ? revealButton() : []),
  ];
  box.onDidTriggerButton(({ outcome }: Button) => {
    if (outcome === "reveal") box.password = !box.password;
  });
  box.onDidHide(() => {
    closed.abort();
  });
  const tell = (text: string) => {
    const message = describe?.(text);
    box.validationMessage =
      message === undefined ? message : { message, severity: vscode.InputBoxValidationSeverity.Info };
  };
  box.onDidChangeValue(tell);
  if (read !== undefined) tell(read);
  const problemOf = async (text: string) => {
    const found = check(text);
    if (found !== undefined) return found;
    accept(text);
    return verify?.(closed.signal);
  };
  let answer = read;
  const isValid = async () => {
    const found = await problemOf(answer ?? box.value);
    answer = undefined;
    if (found !== undefined) box.validationMessage = found;
    // What was being tried out when the box was hidden counts as canceled.
    return found === undefined && !(verify && closed.signal.aborted);
  };
  const outcome = await ask(box, isValid, read !== undefined);
  if ((outcome === "file" || outcome === "clipboard") && file) {
    const text = outcome === "file" ? await readChosenFile(file) : await vscode.env.clipboard.readText();
    return askText(step, frame, box.value, text === undefined ? undefined : withoutFinalLineBreak(text));
  }
  if (outcome === "back" || outcome === "stay") accept(box.value);
  if (outcome === "stay") advanced?.();
  return outcome;
}

/** @param outcome what the button does. VS Code passes the same object when it's pressed. */
function button(icon: string, tooltip: string, outcome: Outcome | "reveal") {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip, outcome };
}

/** A toggle inside of the box, where VS Code can show one. */
function revealButton(): readonly Button[] {
  const [major = 0, minor = 0] = vscode.version.split(".").map(Number);
  const inside = { location: INSIDE_INPUT, toggle: { checked: false } };
  return major > 1 || minor >= MIN_MINOR_VERSION
    ? [{ ...button("eye", l10n.t("Show What You Typed"), "reveal"), ...inside }]
    : [];
}

async function readChosenFile({ title, extensions }: NonNullable<TextStep["file"]>): Promise<string | undefined> {
  const filters = { [title]: [...extensions], [l10n.t("All files")]: ["*"] };
  const [chosen] = (await vscode.window.showOpenDialog({ title, filters })) ?? [];
  if (!chosen) return undefined;
  try {
    const { text, isLossy } = decode(await vscode.workspace.fs.readFile(chosen));
    if (!isLossy) return text;
  } catch {}
  vscode.window.showErrorMessage(l10n.t("{0} can't be read as UTF-8 text.", sanitizeText(chosen.path)));
  return undefined;
}

async function askChoice({ prompt, items, many, accept }: ChoiceStep, frame: Frame): Promise<Outcome> {
  const pick = vscode.window.createQuickPick<ChoiceItem>();
  const chosen = items.filter(({ chosen: marked }) => marked);
  Object.assign(pick, frame, { placeholder: prompt, canSelectMany: many === true, items });
  Object.assign(pick, many ? { selectedItems: chosen } : { activeItems: chosen });
  const outcome = await ask(pick, () => many === true || pick.selectedItems.length > 0);
  if (outcome === "next" || (outcome === "back" && many)) accept(pick.selectedItems.map(({ id }) => id));
  return outcome;
}

/**
 * @param isValid called on Enter, and returns whether the answer is valid.
 * @param isAnswered whether to call it at once, too.
 */
async function ask(
  input: vscode.InputBox | vscode.QuickPick<ChoiceItem>,
  isValid: () => boolean | Promise<boolean>,
  isAnswered = false,
): Promise<Outcome> {
  let pressed: Outcome = "cancel";
  input.onDidTriggerButton(({ outcome = "back" }: Button) => {
    if (outcome === "reveal") return;
    pressed = outcome;
    input.hide();
  });
  const accept = async () => {
    if (input.busy) return undefined;
    input.busy = true;
    try {
      return (await isValid()) ? ("next" as const) : undefined;
    } finally {
      input.busy = false;
    }
  };
  return (await answerOf(input, accept, { isAnswered })) ?? pressed;
}
