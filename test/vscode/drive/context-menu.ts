import { type Locator, type Page } from "playwright-core";

import { exactly } from "./dom.js";
import { until, untilDone } from "./until.js";

/** The menu that a right click or a "more" button opened. */
export class ContextMenu {
  private readonly menu: Locator;

  public constructor(private readonly page: Page) {
    this.menu = page.locator(".monaco-menu");
  }

  /** Clicks the entry with exactly this text. A menu ignores clicks in its first moments, so the click is repeated until it takes. */
  public async choose(entry: string): Promise<void> {
    const item = this.menu.locator(".action-label", { hasText: exactly(entry) }).first();
    await item.waitFor();
    await untilDone(`the menu to take "${entry}"`, async (timeout) => {
      if (!(await item.isVisible())) return true;
      await item.click({ timeout }).catch(() => undefined);
      return !(await item.isVisible());
    });
  }

  /**
   * Clicks an entry once, as a person does who has read the menu first.
   *
   * @param readingMs how long the menu is open before, in milliseconds
   * @param handMs how long the button stays down, in milliseconds
   */
  public async chooseAfter(readingMs: number, entry: string, handMs: number): Promise<void> {
    const item = this.menu.locator(".action-label", { hasText: exactly(entry) }).first();
    await item.waitFor();
    await this.page.waitForTimeout(readingMs);
    await item.click({ delay: handMs });
  }

  /** The texts of the entries that can be chosen, in their order; closes the menu. */
  public async readAndClose(): Promise<string[]> {
    await this.menu.first().waitFor();
    const texts = await this.menu.locator(".action-item:not(.disabled) .action-label:not(.separator)").allInnerTexts();
    await until("the menu to close", async () => {
      await this.page.keyboard.press("Escape");
      return (await this.menu.count()) === 0;
    });
    return texts.map((text) => text.trim()).filter((text) => text !== "");
  }
}
