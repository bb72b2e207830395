import { expect, it } from "vitest";
import { runSteps, type TextStep } from "../../../client/extension/ui/steps.js";
import { vscode } from "../vscode.js";

type Listener = (value?: unknown) => void;

/** A box as VS Code shows it, and what a person does in it. */
function inputBox() {
  const listeners: Partial<Record<"accept" | "hide" | "press" | "type", Listener>> = {};
  const box = {
    ...{
      value: "",
      busy: false,
      validationMessage: undefined as unknown,
      buttons: [] as { outcome?: string; location?: number }[],
    },
    password: false,
    ...{ isOpen: false, show: () => (box.isOpen = true), dispose: () => undefined },
    hide: () => {
      if (!box.isOpen) return;
      box.isOpen = false;
      listeners.hide?.();
    },
    onDidAccept: (listener: Listener) => (listeners.accept = listener),
    onDidHide: (listener: Listener) => {
      const before = listeners.hide;
      listeners.hide = () => {
        before?.();
        listener();
      };
    },
    onDidChangeValue: (listener: Listener) => (listeners.type = listener),
    onDidTriggerButton: (listener: Listener) => {
      const before = listeners.press;
      listeners.press = (pressed) => {
        before?.(pressed);
        listener(pressed);
      };
    },
    enter: () => listeners.accept?.(),
    press: (outcome: string) => listeners.press?.(box.buttons.find((button) => button.outcome === outcome)),
  };
  return box;
}

/** Asks for a token, and answers whether it works when the test says so. */
function asking(clipboard: string, version = "1.105.1", isTried = true) {
  const boxes: ReturnType<typeof inputBox>[] = [];
  const tried: { readonly text: string; readonly signal: AbortSignal; readonly answer: Listener }[] = [];
  let accepted = "";
  Object.assign(vscode, {
    version,
    ThemeIcon: Object,
    QuickInputButtons: { Back: {} },
    InputBoxValidationSeverity: {},
  });
  Object.assign(vscode.env, { clipboard: { readText: () => Promise.resolve(clipboard) } });
  Object.assign(vscode.window, { createInputBox: () => boxes[boxes.push(inputBox()) - 1] });
  const step: TextStep = {
    ...{ kind: "text", prompt: "Token", password: true, value: "", file: { title: "Read", extensions: [] } },
    check: (text) => (text === "" ? "Enter a token." : undefined),
    accept: (text) => (accepted = text),
    ...(isTried && {
      verify: (signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            resolve(undefined);
          });
          tried.push({ text: accepted, signal, answer: resolve as Listener });
        }),
    }),
  };
  const done = runSteps("Sign in", () => [step]);
  const last = () => boxes.at(-1) ?? inputBox();
  return { done, last, tried, accepted: () => accepted };
}

it("shows that an answer from the clipboard is tried out, and Escape ends that", async () => {
  const { done, last, tried } = asking("from clipboard\n");
  last().press("clipboard");
  await expect.poll(() => tried).toHaveLength(1);
  expect([last().isOpen, last().busy, tried[0]?.text]).toEqual([true, true, "from clipboard"]);
  // Enter while it's tried out changes nothing.
  last().enter();
  last().hide();
  expect(await done).toBe(false);
  expect([tried.length, tried[0]?.signal.aborted]).toEqual([1, true]);
});

it.each([
  ["takes an answer although another box hides this one at that moment", false, "typed", true],
  ["gives up a wrong answer that is hidden", false, "", false],
  ["cancels the trial of an answer that's hidden", true, "typed", false],
])("%s", async (_, isTried, value, isTaken) => {
  const { done, last, accepted } = asking("", "1.105.1", isTried);
  last().value = value;
  last().enter();
  last().hide();
  expect([await done, accepted()]).toEqual([isTaken, value]);
});

it("says what's wrong with an answer from the clipboard, and takes a typed one next", async () => {
  const { done, last, tried, accepted } = asking("from clipboard");
  last().press("clipboard");
  await expect.poll(() => tried).toHaveLength(1);
  tried[0]?.answer("The token has expired.");
  await expect.poll(() => last().validationMessage).toBe("The token has expired.");
  expect([last().isOpen, last().busy]).toEqual([true, false]);
  last().value = "typed";
  last().enter();
  await expect.poll(() => tried).toHaveLength(2);
  tried[1]?.answer(undefined);
  expect(await done).toBe(true);
  expect([accepted(), last().isOpen]).toEqual(["typed", false]);
});

it("doesn't try out an answer from the clipboard that can't be right", async () => {
  const { done, last, tried } = asking("");
  last().press("clipboard");
  await expect.poll(() => last().validationMessage).toBe("Enter a token.");
  last().hide();
  expect([await done, tried]).toEqual([false, []]);
});

it.each([
  ["1.105.1", false],
  // It has the name `QuickInputButtonLocation.Input`, and throws if it's used.
  ["1.108.2", false],
  ["1.109.0", true],
  ["1.109.0-insider", true],
  ["1.139.1", true],
  ["2.0.0", true],
])("has an eye inside of a masked box in VS Code %s: %s", async (version, hasEye) => {
  const { done, last } = asking("", version);
  const inside = last().buttons.filter(({ location }) => location !== undefined);
  expect(inside).toMatchObject(hasEye ? [{ location: 3, outcome: "reveal", toggle: { checked: false } }] : []);
  last().value = "typed";
  for (const isMasked of hasEye ? [false, true] : []) {
    last().press("reveal");
    expect(last()).toMatchObject({ isOpen: true, password: isMasked, value: "typed" });
  }
  last().hide();
  expect(await done).toBe(false);
});
