import { type Locator, type Page } from "playwright-core";

import { exactly } from "./dom.js";
import { until, untilDone } from "./until.js";

/** The menu that a right click or a "more" button opened. */
export class ContextMenu {
  private readonly menu: Locator;

  public constructor(private readonly page: Page) {
    this.menu = page.locator(".monaco-menu");
  }

  /**
   * Opens a menu and clicks the entry with exactly this text. A menu closes when something else takes the focus, and
   * lacks entries of what isn't known yet, so it is opened again until the entry has been clicked.
   *
   * @param open does what opens the menu, in so many milliseconds
   */
  public async openAndChoose(entry: string, open: (timeoutMs: number) => Promise<void>): Promise<void> {
    await untilDone(`"${entry}" in the menu`, async (timeout) => {
      await this.waitUntilOpen(open, timeout);
      try {
        await this.choose(entry, timeout);
      } catch (error) {
        await this.close();
        throw error;
      }
    });
  }

  /** Opens a menu, reads the texts of the entries that can be chosen, in their order, and closes it. @param open as above. */
  public async openAndRead(open: (timeoutMs: number) => Promise<void>): Promise<string[]> {
    let texts: string[] = [];
    await untilDone("the menu", async (timeout) => {
      await this.waitUntilOpen(open, timeout);
      texts = await this.menu.locator(".action-item:not(.disabled) .action-label:not(.separator)").allInnerTexts();
      return texts.length > 0;
    });
    await this.close();
    return texts.map((text) => text.trim()).filter((text) => text !== "");
  }

  /**
   * Clicks an entry once, as a user does who has read the menu first.
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

  private async waitUntilOpen(open: (timeoutMs: number) => Promise<void>, timeout: number): Promise<void> {
    // One that came later than it was waited for is the menu as well.
    if ((await this.menu.count()) === 0) await open(timeout);
    await this.menu.first().waitFor({ timeout });
  }

  /** Clicks an entry. A menu ignores clicks in its first moments, so the click is repeated until it takes. */
  private async choose(entry: string, timeout: number): Promise<void> {
    const item = this.menu.locator(".action-label", { hasText: exactly(entry) }).first();
    await item.click({ timeout });
    await until(`the menu to take "${entry}"`, async () => {
      if (!(await item.isVisible())) return true;
      await item.click({ timeout }).catch(() => undefined);
      return !(await item.isVisible());
    });
  }

  private async close(): Promise<void> {
    await until("the menu to close", async () => {
      if ((await this.menu.count()) === 0) return true;
      await this.page.keyboard.press("Escape");
      return false;
    });
  }
}
