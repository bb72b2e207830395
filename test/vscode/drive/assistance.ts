import { type Locator, type Page } from "playwright-core";

import { exactly, readParts } from "./dom.js";
import { until, untilDone, untilValue } from "./until.js";

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
    if ((await this.suggestions.count()) === 0) await this.completions();
    const row = this.suggestions.filter({ has: this.page.locator(".label-name", { hasText: exactly(label) }) }).first();
    await row.click();
    await this.page.locator(".suggest-widget.visible").waitFor({ state: "hidden" });
  }

  /** The hover at the cursor, as text; closes it again. */
  public async hover(): Promise<string> {
    const content = this.page.locator(".monaco-editor .monaco-hover:not(.hidden) .monaco-hover-content");
    let text = "";
    await untilDone("a hover", async (timeout) => {
      await this.page.keyboard.press("ControlOrMeta+KeyK");
      await this.page.keyboard.press("ControlOrMeta+KeyI");
      text = await untilValue(
        "its text",
        async () => (await content.first().innerText({ timeout })).trim(),
        (seen) => seen !== "" && seen !== "Loading...",
        timeout,
      );
    });
    await this.page.keyboard.press("Escape");
    return text;
  }

  /** Opens the menu of quick fixes and reads it, leaving it open. */
  public async quickFixes(): Promise<readonly string[]> {
    let titles: readonly string[] = [];
    await untilDone("quick fixes", async (patience) => {
      await this.page.keyboard.press("ControlOrMeta+Period");
      titles = await untilValue(
        "some",
        async () => (await readParts(this.fixes, { title: ".title" })).map(({ title }) => title),
        (seen) => seen.length > 0,
        patience,
      );
    });
    return titles;
  }

  /** Applies the quick fix with exactly this title. Uses the keyboard, since the older editions ignore the mouse here. */
  public async applyQuickFix(title: string): Promise<void> {
    const titles = await this.quickFixes();
    if (!titles.includes(title)) throw new Error(`No quick fix "${title}" among ${titles.join(", ")}.`);
    await until(`"${title}" to be focused`, async () => {
      const [focused] = await readParts(this.page.locator(".action-widget .monaco-list-row.action.focused"), {
        title: ".title",
      });
      if (focused?.title === title) return true;
      await this.page.keyboard.press("ArrowDown");
      return false;
    });
    await this.page.keyboard.press("Enter");
    await this.fixes.first().waitFor({ state: "hidden" });
  }

  private async offered(): Promise<string[] | undefined> {
    const rows = await readParts(this.suggestions, { label: ".label-name" });
    return rows.length === 0 ? undefined : rows.map(({ label }) => label);
  }
}
