import { type Locator } from "playwright-core";

import { untilDone } from "./until.js";

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
 * @returns the texts as they stand in the page, with the whitespace around them
 */
export async function readRawParts<K extends string>(
  elements: Locator,
  parts: Readonly<Record<K, string>>,
): Promise<Record<K, string>[]> {
  // Runs in the page, so it can't name a function: the pictures are made with a loader that adds calls to name them.
  return elements.evaluateAll<Record<string, string>[], Readonly<Record<string, string>>, PageElement>(
    (found, wanted) =>
      found.map((element) =>
        Object.fromEntries(
          Object.entries(wanted).map(([name, part]) => {
            const [selector = "", attribute] = part.split("@");
            const target = selector === "" ? element : element.querySelector(selector);
            const value = attribute === undefined ? target?.textContent : target?.getAttribute(attribute);
            return [name, (value ?? "").replaceAll("\u00a0", " ")];
          }),
        ),
      ),
    parts,
  );
}

/** Like {@link readRawParts}, without the whitespace around the texts. */
export async function readParts<K extends string>(
  elements: Locator,
  parts: Readonly<Record<K, string>>,
): Promise<Record<K, string>[]> {
  const trim = (texts: Record<K, string>) =>
    Object.fromEntries(Object.entries<string>(texts).map(([name, text]) => [name, text.trim()])) as Record<K, string>;
  return (await readRawParts(elements, parts)).map(trim);
}

/** The text of the first element a locator finds now, as it is drawn and without the whitespace around it; "" if there is none. Waits for nothing. */
export async function readText(elements: Locator): Promise<string> {
  const [text = ""] = await elements.allInnerTexts();
  return text.replaceAll("\u00a0", " ").trim();
}

/** The attribute of the first element a locator finds now; undefined if there is none. Waits for nothing. */
export async function readAttribute(elements: Locator, name: string): Promise<string | undefined> {
  const [first] = await readRawParts(elements, { value: `@${name}` });
  return first?.value;
}

/** A regular expression for exactly this text, for use with Playwright's `hasText`. */
export function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(" ", "[ \\u00a0]")}\\s*$`);
}

/** Quotes a text for use inside a CSS attribute selector. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** How long a click gets before it is tried with the mouse at its place, in milliseconds. */
const CLICK_MS = 10_000;

/**
 * Clicks an element. Where something lies over it, the mouse is moved there, as a user would move it: what was shown
 * only because of where the mouse stood goes away then.
 */
export async function click(target: Locator): Promise<void> {
  let isFirst = true;
  const attempt = async (timeout: number): Promise<void> => {
    const box = isFirst ? null : await target.boundingBox({ timeout });
    isFirst = false;
    if (box) await target.page().mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
    await target.click({ timeout });
  };
  await untilDone(`a click on ${String(target)}`, attempt, CLICK_MS);
}

/** An action by its title. VS Code adds the key binding to the label, if there's one. */
export function labeled(action: string): string {
  return `:is([aria-label=${quoted(action)}], [aria-label^=${quoted(`${action} (`)}])`;
}
