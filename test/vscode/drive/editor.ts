import { type Locator, type Page } from "playwright-core";

import { click, exactly, quoted, readAttribute, readRawParts, readText } from "./dom.js";
import { TIMEOUT_MS, until, untilDone, untilValue } from "./until.js";

/** So many lines are drawn in any window that is driven. */
const LINES_IN_VIEW = 12;

const KINDS = ["error", "warning", "info", "hint"] as const;

/** What both sides of a comparison show. */
interface Sides {
  readonly service: string;
  readonly file: string;
}

/** The text editor that has the focus. */
export class Editor {
  private readonly root: Locator;

  public constructor(private readonly page: Page) {
    this.root = page.locator(".editor-group-container.active .editor-instance").last();
  }

  /** Waits until the tab of a file is the active one. @param timeout milliseconds */
  public async waitForTab(fileName: string, timeout = TIMEOUT_MS): Promise<void> {
    await this.page
      .locator(`.editor-group-container.active .tab.active[data-resource-name=${quoted(fileName)}]`)
      .waitFor({ timeout });
  }

  /** Waits until the text of the active file is there and has the focus. @param timeout milliseconds */
  public async waitForFocus(timeout: number): Promise<void> {
    await this.root.locator(".monaco-editor.focused").first().waitFor({ timeout });
  }

  /** Brings a file that is open to the front by its tab. */
  public async bringToFront(fileName: string): Promise<void> {
    await click(this.page.locator(`.editor-group-container.active .tab[data-resource-name=${quoted(fileName)}]`));
    await this.waitForTab(fileName);
  }

  /** The name on the active tab, or undefined when no file is open. */
  public activeTab(): Promise<string | undefined> {
    return readAttribute(this.page.locator(".editor-group-container.active .tab.active"), "data-resource-name");
  }

  /** Whether the active file has changes that aren't saved. */
  public async isDirty(): Promise<boolean> {
    return (await this.page.locator(".editor-group-container.active .tab.active.dirty").count()) > 0;
  }

  /** The lines in view; a long file is drawn in part only. */
  public async text(): Promise<string> {
    return (await this.lines()).join("\n");
  }

  /** Waits until the lines in view contain a text, and returns them. */
  public waitForText(text: string): Promise<string> {
    return untilValue(
      `"${text}" in the editor`,
      () => this.text(),
      (shown) => shown.includes(text),
    );
  }

  /**
   * Waits until the comparison in front shows what its sides must hold, and returns their texts. One side is drawn
   * before the other.
   */
  public async waitForComparison(holds: Sides): Promise<Sides> {
    const side = (name: string): Promise<string> =>
      readText(this.page.locator(`.editor-group-container.active .monaco-diff-editor .editor.${name} .view-lines`));
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

  /** Pastes at the cursor. */
  public async paste(text: string): Promise<void> {
    await this.page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await this.press("ControlOrMeta+KeyV");
  }

  /** Replaces the whole text by pasting, and waits until its first lines are drawn. */
  public async replaceAll(text: string): Promise<void> {
    const all = text.split("\n");
    const wanted = all.slice(0, LINES_IN_VIEW).join("\n").trim();
    // An editor that has just been opened may still lose the keys.
    await untilDone("the pasted text", async (patience) => {
      await this.press("ControlOrMeta+KeyA");
      await this.paste(text);
      await this.press("ControlOrMeta+Home");
      const drawn = async (): Promise<string> => {
        const lines = await this.lines();
        return (all.length > LINES_IN_VIEW ? lines.slice(0, LINES_IN_VIEW) : lines).join("\n").trim();
      };
      await until("the pasted text to be drawn", async () => (await drawn()) === wanted, patience);
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
      await this.focus();
      await this.page.keyboard.press("Control+KeyG");
      await input.fill(`:${line}:${column}`, { timeout });
      await input.press("Enter", { timeout });
      await widget.waitFor({ state: "hidden", timeout });
      await until("the position", async () => (await this.position()) === `Ln ${line}, Col ${column}`, timeout);
    });
    await this.focus();
  }

  /** Where in the window the first occurrence of a text in view begins. All characters are taken to be of one width. */
  public async placeBefore(text: string): Promise<{ readonly x: number; readonly y: number }> {
    return until(`"${text}" on the screen`, async () => {
      const line = this.root.locator(".view-line > span", { hasText: text }).first();
      const [box, content] = [await line.boundingBox({ timeout: 1000 }), await readText(line)];
      if (box === null || !content.includes(text)) return undefined;
      return { x: box.x + (box.width * content.indexOf(text)) / content.length, y: box.y + box.height / 2 };
    });
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
  public async squiggles(): Promise<Record<(typeof KINDS)[number], number>> {
    const counts = await Promise.all(
      KINDS.map(async (kind) => [kind, await this.root.locator(`.squiggly-${kind}`).count()] as const),
    );
    return Object.fromEntries(counts) as Record<(typeof KINDS)[number], number>;
  }

  /** Waits until so many places are marked. Kinds that aren't named may have any number. */
  public async waitForMarks(wanted: Partial<Record<(typeof KINDS)[number], number>>): Promise<void> {
    await untilValue(
      `marks in the file: ${JSON.stringify(wanted)}`,
      () => this.squiggles(),
      (marks) => KINDS.every((kind) => wanted[kind] === undefined || wanted[kind] === marks[kind]),
    );
  }

  private async scrollToTop(): Promise<void> {
    // Playwright's own hover scrolls what it doesn't find at rest into view, and with it the whole text out of it.
    const box = await this.root.boundingBox();
    if (box) await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await this.page.mouse.wheel(0, -10_000);
  }

  /** The code lenses above the text, such as "Push to Acme · Billing | in sync", after scrolling to the top: VS Code keeps them out of view when they come late. */
  public async lenses(): Promise<string> {
    await this.scrollToTop();
    return (await readText(this.root.locator(".codelens-decoration"))).replaceAll(/\s+/g, " ");
  }

  /** Waits until the code lenses above the text match. */
  public async waitForLenses(pattern: RegExp): Promise<void> {
    await untilValue(
      `the code lenses ${String(pattern)}`,
      () => this.lenses(),
      (line) => pattern.test(line),
    );
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
    const actions = this.page.locator(".editor-group-container.active .editor-actions");
    await click(actions.locator(`.action-label[aria-label*=${quoted(label)}]`).first());
  }

  /** Where the first occurrence of a text in view begins, both 1-based. */
  private find(text: string): Promise<readonly [line: number, column: number]> {
    return until(`"${text}" in the editor`, async () => {
      const line = (await this.drawnLines()).find((drawn) => drawn.text.includes(text));
      return line !== undefined && line.number > 0 ? ([line.number, line.text.indexOf(text) + 1] as const) : undefined;
    });
  }

  private async lines(): Promise<string[]> {
    return (await this.drawnLines()).map(({ text }) => text);
  }

  /** The lines in view from top to bottom, all at one moment; the first need not be line 1. A number that isn't drawn is 0. */
  private async drawnLines(): Promise<{ readonly number: number; readonly text: string }[]> {
    const drawn = this.root.locator(".view-lines > .view-line, .margin-view-overlays > div");
    const parts = await readRawParts(drawn, { style: "@style", class: "@class", text: "", number: ".line-numbers" });
    const isLine = (part: { readonly class: string }): boolean => part.class.includes("view-line");
    const numbers = new Map(
      parts.filter((part) => !isLine(part)).map(({ style, number }) => [topIn(style), Number(number)]),
    );
    const lines = parts.filter(isLine).map(({ style, text }) => ({ top: topIn(style), text }));
    return lines.sort((a, b) => a.top - b.top).map(({ top, text }) => ({ number: numbers.get(top) ?? 0, text }));
  }
}

/** How far from the top an inline style places something, in pixels. */
function topIn(style: string): number {
  return Number(/top: ?(-?[\d.]+)px/.exec(style)?.[1] ?? 0);
}
