import { type Locator } from "playwright-core";

import { TIMEOUT_MS, untilDone } from "./until.js";

/** As much of a page's element as is read here. */
interface PageElement {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}

/**
 * Reads several texts or attributes of every element a locator finds, all at one moment. VS Code draws spaces as no-break
 * spaces, which are turned back.
 *
 * @param parts name of the result to `selector`, or `selector@attribute`; what is missing reads as ""
 * @param trims whether the whitespace around the texts is left out
 */
export async function readParts<K extends string>(
  elements: Locator,
  parts: Readonly<Record<K, string>>,
  trims = true,
): Promise<Record<K, string>[]> {
  // Runs in the page, so it can't name a function: the pictures are made with a loader that adds calls to name them.
  return elements.evaluateAll<Record<K, string>[], readonly [Readonly<Record<string, string>>, boolean], PageElement>(
    (found, [wanted, isTrimmed]) =>
      found.map(
        (element) =>
          Object.fromEntries(
            Object.entries(wanted).map(([name, part]) => {
              const [selector = "", attribute] = part.split("@");
              const target = selector === "" ? element : element.querySelector(selector);
              const value = attribute === undefined ? target?.textContent : target?.getAttribute(attribute);
              const text = (value ?? "").replaceAll("\u00a0", " ");
              return [name, isTrimmed ? text.trim() : text];
            }),
          ) as Record<K, string>,
      ),
    [parts, trims],
  );
}

/** The text of the first element a locator finds now, as it is drawn and without the whitespace around it; "" if there is none. Waits for nothing. */
export async function readText(elements: Locator): Promise<string> {
  const [text = ""] = await elements.allInnerTexts();
  return text.replaceAll("\u00a0", " ").trim();
}

/** A regular expression for exactly this text, for use with Playwright's `hasText`. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "[ \\u00a0]")}\\s*$`);
}

/**
 * Clicks an element that can be clicked within some time. The click itself gets longer: it's over only when the window
 * has drawn what it sets off, and a second click, as of a try that seems to have failed, would do that twice.
 *
 * @param patienceMs how long the element may take until it can be clicked
 * @throws {Error} if it can't be clicked, in which case nothing happened
 */
export async function clickOnce(target: Locator, patienceMs: number, clickCount = 1): Promise<void> {
  await target.click({ trial: true, timeout: patienceMs });
  await target.click({ timeout: TIMEOUT_MS / 2, clickCount });
}

/** How long an element may take until it can be clicked, before the mouse is moved to its place, in milliseconds. */
const CLICK_MS = 10_000;

/**
 * Clicks an element. Where something lies over it, the mouse is moved there, as a user would move it: what was shown
 * only because of where the mouse stood goes away then.
 */
export async function click(target: Locator): Promise<void> {
  const attempt = (timeout: number): Promise<void> =>
    clickOnce(target, timeout).catch(async (error: unknown) => {
      const box = await target.boundingBox({ timeout });
      if (box) await target.page().mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
      throw error;
    });
  await untilDone(`a click on ${String(target)}`, attempt, CLICK_MS);
}
