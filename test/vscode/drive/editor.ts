import { type Locator, type Page } from "playwright-core";

import { click, exactly, quoted, readAttribute, readRawParts, readText } from "./dom.js";
import { TIMEOUT_MS, until, untilDone, untilText, untilValue } from "./until.js";

/** So many lines are drawn in any window that is driven. */
const LINES_IN_VIEW = 12;

/** How many places of each kind are marked. */
type Marks = Record<"error" | "warning" | "info" | "hint", number>;

/** What both sides of a comparison show. */
interface Sides {
  readonly service: string;
  readonly file: string;
}

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
    await this.group.locator(`.tab.active[data-resource-name=${quoted(fileName)}]`).waitFor({ timeout });
  }

  /** Waits until the text of the active file is there and has the focus. @param timeout milliseconds */
  public async waitForFocus(timeout = TIMEOUT_MS): Promise<void> {
    await this.root.locator(".monaco-editor.focused").first().waitFor({ timeout });
  }

  /** The name on the active tab, or undefined when no file is open. */
  public activeTab(): Promise<string | undefined> {
    return readAttribute(this.group.locator(".tab.active"), "data-resource-name");
  }

  /** Whether the active file has changes that aren't saved. */
  public async isDirty(): Promise<boolean> {
    return (await this.group.locator(".tab.active.dirty").count()) > 0;
  }

  /** The lines in view; a long file is drawn in part only. */
  public async text(): Promise<string> {
    return (await this.lines()).map(({ text }) => text).join("\n");
  }

  /** Waits until the lines in view contain a text, and returns them. */
  public waitForText(text: string): Promise<string> {
    return untilText("the editor", () => this.text(), text);
  }

  /**
   * Waits until the comparison in front shows what its sides must hold, and returns their texts. One side is drawn
   * before the other.
   */
  public async waitForComparison(holds: Sides): Promise<Sides> {
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
      await this.press("ControlOrMeta+KeyA", "ControlOrMeta+KeyV", "ControlOrMeta+Home");
      await until("it to be drawn", async () => first(await this.text()) === first(text), patience);
    });
  }

  /** Selects the first occurrence of a text that is in view. Typing replaces it; a quote or bracket typed first surrounds it. */
  public async select(text: string): Promise<void> {
    await this.placeCursorBefore(text);
    await this.press(...Array<string>(text.length).fill("Shift+ArrowRight"));
  }

  /** Puts the cursor before the first occurrence of a text in view. */
  public async placeCursorBefore(text: string): Promise<void> {
    // What was typed before may not be drawn yet, and move the text when it is.
    await until(`the cursor before "${text}"`, async () => {
      const [line, column] = await this.find(text);
      await this.goTo(line, column);
      const [lineNow, columnNow] = await this.find(text);
      return line === lineNow && column === columnNow;
    });
  }

  /** Puts the cursor at a position, both 1-based. */
  public async goTo(line: number, column: number): Promise<void> {
    const widget = this.page.locator(".quick-input-widget");
    const input = widget.locator(".quick-input-box input");
    // VS Code closes the box when something else takes the focus.
    await untilDone(`the cursor at ${line}:${column}`, async (timeout) => {
      await this.press("Control+KeyG");
      await input.fill(`:${line}:${column}`, { timeout });
      await input.press("Enter", { timeout });
      await widget.waitFor({ state: "hidden", timeout });
      await until("the position", async () => (await this.position()) === `Ln ${line}, Col ${column}`, timeout);
    });
    await this.focus();
  }

  /** The cursor's position as the status bar shows it, such as "Ln 3, Col 5". */
  public position(): Promise<string> {
    return readText(this.page.locator("[id='status.editor.selection']"));
  }

  /** Saves the file and waits until it is no longer marked as changed. */
  public async save(): Promise<void> {
    await this.press("ControlOrMeta+KeyS");
    await until("the file to be saved", async () => !(await this.isDirty()));
  }

  /** How many squiggles of each kind are drawn. A fault that spans lines has one in each. */
  public async squiggles(): Promise<Marks> {
    const count = (kind: keyof Marks): Promise<number> => this.root.locator(`.squiggly-${kind}`).count();
    const [error, warning] = [await count("error"), await count("warning")];
    return { error, warning, info: await count("info"), hint: await count("hint") };
  }

  /** Waits until so many places are marked. Kinds that aren't named may have any number. */
  public async waitForMarks(wanted: Partial<Marks>): Promise<void> {
    await untilValue(
      `marks in the file: ${JSON.stringify(wanted)}`,
      () => this.squiggles(),
      (marks) => JSON.stringify({ ...marks, ...wanted }) === JSON.stringify(marks),
    );
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

  public async clickCodeLens(text: string): Promise<void> {
    const lens = this.root.locator(".codelens-decoration > a", { hasText: exactly(text) }).first();
    await untilDone(`a click on the code lens "${text}"`, async (timeout) => {
      // An open hover may lie over the lens.
      await this.page.keyboard.press("Escape");
      await until("it", async () => (await this.lenses()).includes(text), timeout);
      await lens.click({ timeout });
    });
  }

  /** Clicks a button in the editor's title bar. */
  public async titleAction(label: string): Promise<void> {
    await click(this.group.locator(`.editor-actions .action-label[aria-label*=${quoted(label)}]`).first());
  }

  /** Applies the quick fix with exactly this title at the cursor. Uses the keyboard, since the older editions ignore the mouse here. */
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
      await until(`"${title}" to be focused`, () => this.focusFix(fixes, fix), patience);
      await this.page.keyboard.press("Enter");
    });
    await fixes.first().waitFor({ state: "hidden" });
  }

  /** Whether a quick fix has the focus; if not, moves the focus on to the next. */
  private async focusFix(fixes: Locator, fix: Locator): Promise<boolean> {
    if (((await readAttribute(fix, "class")) ?? "").includes("focused")) return true;
    // Without the menu, the key would move the cursor.
    if ((await fixes.count()) > 0) await this.page.keyboard.press("ArrowDown");
    return false;
  }

  /** Where the first occurrence of a text in view begins, both 1-based. */
  private find(text: string): Promise<readonly [line: number, column: number]> {
    return until(`"${text}" in the editor`, async () => {
      const line = (await this.lines()).find((drawn) => drawn.text.includes(text));
      return line !== undefined && line.number > 0 ? ([line.number, line.text.indexOf(text) + 1] as const) : undefined;
    });
  }

  /** The lines in view from top to bottom, all at one moment; the first need not be line 1. A number that isn't drawn is 0. */
  private async lines(): Promise<{ readonly number: number; readonly text: string }[]> {
    const drawn = this.root.locator(".view-lines > .view-line, .margin-view-overlays > div");
    const parts = await readRawParts(drawn, { style: "@style", class: "@class", text: "", number: ".line-numbers" });
    const places = parts.map((part) => ({ ...part, top: Number(/top: ?(-?[\d.]+)px/.exec(part.style)?.[1] ?? 0) }));
    const isLine = (part: { readonly class: string }): boolean => part.class.includes("view-line");
    const numbers = new Map(places.filter((part) => !isLine(part)).map(({ top, number }) => [top, Number(number)]));
    const lines = places.filter(isLine).sort((a, b) => a.top - b.top);
    return lines.map(({ top, text }) => ({ number: numbers.get(top) ?? 0, text }));
  }
}
