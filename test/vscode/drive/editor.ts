import { type Locator, type Page } from "playwright-core";

import { click, clickOnce, exactly, readParts, readText } from "./dom.js";
import { TIMEOUT_MS, until, untilDone, untilText, untilValue } from "./until.js";

/** So many lines are drawn in any window that is driven. */
const LINES_IN_VIEW = 12;

/** The text editor that has the focus. */
export class Editor {
  /** The group of editors that has the focus. */
  public readonly group: Locator;
  public readonly root: Locator;

  public constructor(private readonly page: Page) {
    this.group = page.locator(".editor-group-container.active");
    this.root = this.group.locator(".editor-instance").last();
  }

  /** Waits until the tab of a file is the active one. @param timeout milliseconds */
  public async waitForTab(fileName: string, timeout = TIMEOUT_MS): Promise<void> {
    await this.group.locator(`.tab.active[data-resource-name="${fileName}"]`).waitFor({ timeout });
  }

  /** Waits until the text of the active file is there and has the focus. @param timeout milliseconds */
  public async waitForFocus(timeout = TIMEOUT_MS): Promise<void> {
    await this.root.locator(".monaco-editor.focused").first().waitFor({ timeout });
  }

  /** The name on the active tab, or undefined when no file is open. */
  public async activeTab(): Promise<string | undefined> {
    return (await readParts(this.group.locator(".tab.active"), { name: "@data-resource-name" }))[0]?.name;
  }

  /** Whether the active file has changes that aren't saved. */
  public async isDirty(): Promise<boolean> {
    return (await this.group.locator(".tab.active.dirty").count()) > 0;
  }

  /** The lines in view from top to bottom; a long file is drawn in part only. */
  public async text(): Promise<string> {
    const lines = await readParts(this.root.locator(".view-lines > .view-line"), { style: "@style", text: "" }, false);
    const topOf = ({ style }: { readonly style: string }) => Number(/top: ?(-?[\d.]+)px/.exec(style)?.[1] ?? 0);
    return lines
      .sort((a, b) => topOf(a) - topOf(b))
      .map(({ text }) => text)
      .join("\n");
  }

  /** Waits until the lines in view contain a text, and returns them. */
  public waitForText(text: string): Promise<string> {
    return untilText("the editor", () => this.text(), text);
  }

  /**
   * Waits until the comparison in front shows what its sides must hold, and returns their texts. One side is drawn
   * before the other.
   */
  public waitForComparison(holds: Readonly<Record<"service" | "file", string>>) {
    const side = (name: string): Promise<string> =>
      readText(this.group.locator(`.monaco-diff-editor .editor.${name} .view-lines`));
    return untilValue(
      "the comparison",
      async () => ({ service: await side("original"), file: await side("modified") }),
      ({ service, file }) => service.includes(holds.service) && file.includes(holds.file),
    );
  }

  public async focus(): Promise<void> {
    await this.root.locator(".native-edit-context, textarea.inputarea").first().focus();
  }

  /** Types at the cursor, key by key, as a user does. Line breaks are indented by VS Code, so paste those. */
  public async type(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.type(text);
  }

  public async press(...keys: readonly string[]): Promise<void> {
    await this.focus();
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Replaces the whole text by pasting, and waits until its first lines are drawn. */
  public async replaceAll(text: string): Promise<void> {
    const first = (of: string): string => of.split("\n").slice(0, LINES_IN_VIEW).join("\n").trim();
    // An editor that has just been opened may still lose the keys.
    await untilDone("the pasted text", async (patience) => {
      await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await this.press("ControlOrMeta+KeyA", "ControlOrMeta+KeyV");
      // VS Code asks extensions about what is pasted, and gives it up when the cursor moves before they have answered.
      await until("it to be pasted", async () => !(await this.position()).includes("selected"), patience);
      await this.press("ControlOrMeta+Home");
      await until("it to be drawn", async () => first(await this.text()) === first(text), patience);
    });
  }

  /**
   * Selects the first occurrence of a text, which VS Code keeps, so it mustn't be a secret. Typing replaces it; a quote or
   * bracket typed first surrounds it.
   */
  public async select(text: string): Promise<void> {
    const widget = this.root.locator(".find-widget");
    // An editor that has just been opened may still lose the keys, and what takes the focus closes the widget.
    await untilDone(`"${text}" to be selected`, async (timeout) => {
      await this.press("ControlOrMeta+Home", "ControlOrMeta+KeyF");
      // What it was last used for isn't looked for again.
      for (const typed of ["", text]) await widget.getByLabel("Find", { exact: true }).fill(typed, { timeout });
      await widget.locator(".matchesCount", { hasText: /^1 of / }).waitFor({ timeout });
      await this.page.keyboard.press("Escape");
      await until("it", async () => (await this.position()).endsWith(`(${text.length} selected)`), timeout);
    });
  }

  /** Puts the cursor before the first occurrence of a text. */
  public async placeCursorBefore(text: string): Promise<void> {
    await this.select(text);
    await this.press("ArrowLeft");
    await until("the cursor", async () => !(await this.position()).includes("selected"));
  }

  /** The cursor's position as the status bar shows it, such as "Ln 3, Col 5" or "Ln 3, Col 5 (2 selected)". */
  public position(): Promise<string> {
    return readText(this.page.locator("[id='status.editor.selection']"));
  }

  /** Saves the file and waits until it is no longer marked as changed. */
  public async save(): Promise<void> {
    await this.press("ControlOrMeta+KeyS");
    await until("the file to be saved", async () => !(await this.isDirty()));
  }

  /** How many squiggles of each kind are drawn. A fault that spans lines has one in each. */
  public async squiggles() {
    const count = (kind: string): Promise<number> => this.root.locator(`.squiggly-${kind}`).count();
    return { error: await count("error"), warning: await count("warning"), hint: await count("hint") };
  }

  /** The code lenses above the text, such as "Push to Acme · Billing | in sync", after scrolling to the top: VS Code keeps them out of view when they come late. */
  public async lenses(): Promise<string> {
    // Playwright's own hover scrolls what it doesn't find at rest into view, and with it the whole text out of it.
    const box = await this.root.boundingBox();
    if (box) await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.wheel(0, -10_000);
    return (await readText(this.root.locator(".codelens-decoration"))).replaceAll(/\s+/g, " ");
  }

  /** Waits until the code lenses above the text match. */
  public async waitForLenses(pattern: RegExp): Promise<void> {
    await untilText("the code lenses", () => this.lenses(), pattern);
  }

  public async clickCodeLens(text: string, clickCount = 1): Promise<void> {
    const lens = this.root.locator(".codelens-decoration > a", { hasText: exactly(text) }).first();
    await untilDone(`a click on the code lens "${text}"`, async (timeout) => {
      // An open hover may lie over the lens.
      await this.page.keyboard.press("Escape");
      await until("it", async () => (await this.lenses()).includes(text), timeout);
      await clickOnce(lens, timeout, clickCount);
    });
  }

  /** Clicks a button in the editor's title bar. */
  public async titleAction(label: string): Promise<void> {
    await click(this.group.locator(`.editor-actions .action-label[aria-label*="${label}"]`).first());
  }

  /** Applies the quick fix with exactly this title at the cursor. Uses the keyboard, since in VS Code 1.105 a layer over the menu takes clicks. */
  public async applyQuickFix(title: string): Promise<void> {
    const fixes = this.page.locator(".action-widget .monaco-list-row.action");
    const fix = fixes.filter({ has: this.page.locator(".title", { hasText: exactly(title) }) }).first();
    // What is wrong with a text is known a moment after the text, and the menu closes when something else takes the focus.
    await untilDone(`the quick fix "${title}"`, async (patience) => {
      // The same key would choose from a menu that came late.
      if ((await fixes.count()) === 0) await this.page.keyboard.press("ControlOrMeta+Period");
      await fixes.first().waitFor({ timeout: patience });
      if ((await fix.count()) === 0) {
        await this.page.keyboard.press("Escape");
        throw new Error(`No quick fix "${title}" among ${(await fixes.allInnerTexts()).join(", ")}.`);
      }
      const isFocused = async (): Promise<boolean> => {
        if ((await fix.and(this.page.locator(".focused")).count()) > 0) return true;
        // Without the menu, the key would move the cursor.
        if ((await fixes.count()) > 0) await this.page.keyboard.press("ArrowDown");
        return false;
      };
      await until(`"${title}" to be focused`, isFocused, patience);
      await this.page.keyboard.press("Enter");
    });
    await fixes.first().waitFor({ state: "hidden" });
  }
}
