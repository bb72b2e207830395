import { type Locator, type Page } from "playwright-core";

import { clickOnce, exactly } from "./dom.js";
import { until, untilDone } from "./until.js";

/** Opens a menu, in so many milliseconds. */
type Open = (timeoutMs: number) => Promise<void>;

/** An entry of the menu that is open, by exactly its text. */
export function menuEntry(page: Page, entry: string): Locator {
  return page.locator(".monaco-menu .action-label", { hasText: exactly(entry) }).first();
}

/**
 * Opens a menu and clicks an entry. A menu closes when something else takes the focus, and lacks entries of what isn't
 * known yet, so it is opened again until the entry has been clicked.
 */
export async function chooseFromMenu(page: Page, entry: string, open: Open): Promise<void> {
  const item = menuEntry(page, entry);
  await untilDone(`"${entry}" in the menu`, async (timeout) => {
    await openMenu(page, open, timeout);
    await clickOnce(item, timeout);
    // A menu ignores clicks in its first moments.
    const again = () => item.click({ timeout }).catch(() => undefined);
    await until("the menu to take it", async () => !(await item.isVisible()) || (await again()));
  });
}

/** Opens a menu, reads the texts of the entries that can be chosen, in their order, and closes it. */
export async function readMenu(page: Page, open: Open): Promise<string[]> {
  let texts: string[] = [];
  await untilDone("the menu", async (timeout) => {
    const menu = await openMenu(page, open, timeout);
    texts = await menu.locator(".action-item:not(.disabled) .action-label:not(.separator)").allInnerTexts();
    return texts.length > 0;
  });
  await closeMenu(page);
  return texts.map((text) => text.trim()).filter((text) => text !== "");
}

async function openMenu(page: Page, open: Open, timeout: number): Promise<Locator> {
  const menu = await closeMenu(page);
  await open(timeout);
  await menu.first().waitFor({ timeout });
  return menu;
}

const ESCAPE_CODE = 27;
/** A menu that's gone by then needs no key. */
const KEY_MS = 100;

/**
 * Closes the menu that is open, if there is one. The key goes to the menu alone: a list that has the focus again by then
 * would forget what's selected in it.
 */
async function closeMenu(page: Page): Promise<Locator> {
  const menu = page.locator(".monaco-menu");
  const key = { key: "Escape", code: "Escape", keyCode: ESCAPE_CODE, bubbles: true };
  const escape = () => menu.locator(".monaco-action-bar").first().dispatchEvent("keydown", key, { timeout: KEY_MS });
  await until("the menu to close", async () => (await menu.count()) === 0 || (await escape(), false));
  return menu;
}
