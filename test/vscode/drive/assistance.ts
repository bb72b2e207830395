import { type Locator, type Page } from "playwright-core";

import { exactly, readParts } from "./dom.js";
import { until, untilDone } from "./until.js";

/** What an editor offers while one edits: completions, hovers, quick fixes. The cursor stands where they are asked for. */
export class Assistance {
  private readonly suggestions: Locator;
  private readonly fixes: Locator;

  public constructor(private readonly page: Page) {
    this.suggestions = page.locator(".suggest-widget.visible .monaco-list-row");
    this.fixes = page.locator(".action-widget .monaco-list-row.action");
  }

  /** Asks for completions and waits until some are offered. */
  public async completions(): Promise<readonly string[]> {
    let offered: readonly string[] = [];
    // What is asked for while the language server still starts is answered with nothing.
    await untilDone("completions", async (patience) => {
      await this.page.keyboard.press("Control+Space");
      offered = await until("some", () => this.offered(), patience);
    });
    return offered;
  }

  /** Accepts the completion with exactly this label, asking for completions unless they are shown. */
  public async acceptCompletion(label: string): Promise<void> {
    const row = this.suggestions.filter({ has: this.page.locator(".label-name", { hasText: exactly(label) }) }).first();
    await untilDone(`the completion "${label}"`, async (timeout) => {
      if ((await this.suggestions.count()) === 0) await this.completions();
      await row.click({ timeout });
    });
    await this.page.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
  }

  /** Applies the quick fix with exactly this title. Uses the keyboard, since the older editions ignore the mouse here. */
  public async applyQuickFix(title: string): Promise<void> {
    // What is wrong with a text is known a moment after the text, and the menu closes when something else takes the focus.
    await untilDone(`the quick fix "${title}"`, async (patience) => {
      // The same key would choose from a menu that came late.
      if ((await this.fixes.count()) === 0) await this.page.keyboard.press("ControlOrMeta+Period");
      await this.fixes.first().waitFor({ timeout: patience });
      const titles = (await readParts(this.fixes, { title: ".title" })).map((fix) => fix.title);
      if (!titles.includes(title)) {
        await this.page.keyboard.press("Escape");
        throw new Error(`No quick fix "${title}" among ${titles.join(", ")}.`);
      }
      await until(`"${title}" to be focused`, () => this.focusFix(title), patience);
      await this.page.keyboard.press("Enter");
    });
    await this.fixes.first().waitFor({ state: "hidden" });
  }

  /** Whether a quick fix has the focus; if not, moves the focus on to the next. */
  private async focusFix(title: string): Promise<boolean> {
    const [focused] = await readParts(this.page.locator(".action-widget .monaco-list-row.action.focused"), {
      title: ".title",
    });
    if (focused?.title === title) return true;
    // Without the menu, the key would move the cursor.
    if ((await this.fixes.count()) > 0) await this.page.keyboard.press("ArrowDown");
    return false;
  }

  private async offered(): Promise<string[] | undefined> {
    const rows = await readParts(this.suggestions, { label: ".label-name" });
    return rows.length === 0 ? undefined : rows.map(({ label }) => label);
  }
}
