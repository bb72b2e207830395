import { type Locator } from "playwright-core";

import { untilDone } from "./until.js";

/** As much of a page's element as is read here. */
interface PageElement {
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): PageElement | null;
}

/**
 * Runs in the page, so it can use nothing from outside itself, nor name a function: the pictures are made with a loader
 * that adds calls to name them. VS Code draws spaces as no-break spaces, which are turned back.
 */
function readInPage(
  elements: readonly PageElement[],
  parts: Readonly<Record<string, string>>,
): Record<string, string>[] {
  return elements.map((element) =>
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => {
        const [selector = "", attribute] = part.split("@");
        const target = selector === "" ? element : element.querySelector(selector);
        const value = attribute === undefined ? target?.textContent : target?.getAttribute(attribute);
        return [name, (value ?? "").replaceAll("\u00a0", " ")];
      }),
    ),
  );
}

/**
 * Reads several texts or attributes of every element a locator finds, all at one moment.
 *
 * @param parts name of the result to `selector`, or `selector@attribute`; what is missing reads as ""
 * @returns the texts as they stand in the page, with the whitespace around them
 */
export async function readRawParts<K extends string>(
  elements: Locator,
  parts: Readonly<Record<K, string>>,
): Promise<Record<K, string>[]> {
  const read = elements.evaluateAll<Record<string, string>[], Readonly<Record<string, string>>, PageElement>(
    readInPage,
    parts,
  );
  return read;
}

/** Like {@link readRawParts}, without the whitespace around the texts. */
export async function readParts<K extends string>(
  elements: Locator,
  parts: Readonly<Record<K, string>>,
): Promise<Record<K, string>[]> {
  const read = await readRawParts(elements, parts);
  const trimmed = read.map((texts) =>
    Object.entries<string>(texts).map(([name, text]) => [name, text.trim()] as const),
  );
  return trimmed.map((entries) => Object.fromEntries(entries) as Record<K, string>);
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
export async function click(
  target: Locator,
  options: { readonly modifiers?: ("Shift" | "ControlOrMeta")[]; readonly clickCount?: number } = {},
): Promise<void> {
  let isFirst = true;
  await untilDone(
    `a click on ${String(target)}`,
    async (timeout) => {
      if (!isFirst) await pointAt(target, timeout);
      isFirst = false;
      await target.click({ ...options, timeout });
    },
    CLICK_MS,
  );
}

/** Moves the mouse to the middle of an element, whatever lies over it. */
async function pointAt(target: Locator, timeout: number): Promise<void> {
  const box = await target.boundingBox({ timeout });
  if (box) await target.page().mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
}

/** An action by its title. VS Code adds the key binding to the label, if there's one. */
export function labeled(action: string): string {
  return `:is([aria-label=${quoted(action)}], [aria-label^=${quoted(`${action} (`)}])`;
}
