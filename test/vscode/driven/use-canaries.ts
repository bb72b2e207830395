import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { type Page } from "playwright-core";
import { afterEach, beforeAll, expect } from "vitest";

import { Canary } from "../../http/canary.js";
import { type Session } from "../drive/session.js";
import { until } from "../drive/until.js";

/** Every secret of the tests in this process, those of earlier files included. */
const secrets = new Set<string>();

/**
 * Declares a text a secret: from now on it may be found nowhere after a test.
 *
 * @returns the text, for anyone who uses it
 */
export function canary(text: string): string {
  secrets.add(text);
  return text;
}

/**
 * After each test, looks for every secret so far wherever VS Code keeps anything, and in all that the window has shown
 * in notifications, dialogs, rows, tooltips and pickers. Fails the test if it finds one, or if it couldn't look.
 */
export function sweepAfterEach(session: () => Session): void {
  const screen: string[] = [];
  beforeAll(async () => {
    const { page } = session().workbench;
    await page.exposeFunction("vaultconnTestSaw", (text: string) => {
      screen.push(text);
    });
    await page.addInitScript(WATCH_SCREEN);
    await page.evaluate(WATCH_SCREEN);
  });
  afterEach(async () => {
    const { page } = session().workbench;
    // A window that is being reloaded can't be asked. One that nothing watches has no such function, and never will.
    await until("a look at the window", () => page.evaluate<boolean>("vaultconnTestLook()"));
    const kept = await Promise.all([
      // A folder that VS Code deletes while it is read can't be read.
      until("what VS Code keeps", () => filesOf(session())),
      storesOf(page),
    ]);
    const places = [...kept.flat(), { name: "screen", text: [...new Set(screen)].join("\n") }];
    expect(
      places
        .filter(({ text }) => text !== "")
        .map(({ name }) => name)
        .join("\n"),
    ).toMatch(/[/\\]remoteagent\.log[^]*localStorage[^]*indexedDB/);
    expect(places.flatMap(({ name, text }) => findsIn(name, text))).toEqual([]);
  });
}

interface Place {
  readonly name: string;
  readonly text: string;
}

/** Says of each secret in a text where it stands and how it begins. */
function findsIn(name: string, text: string): string[] {
  const sweep = new Canary();
  sweep.saw(text);
  for (const secret of secrets) sweep.secret(secret);
  return sweep.leaks().map(({ secret }) => `${name}: ${secret.slice(0, 12)}`);
}

/** Every file VS Code has written: settings, logs, state, history. The texts of unsaved files are its own affair. */
async function filesOf({ server: { home } }: Session): Promise<Place[]> {
  const entries = await readdir(home.serverData, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(
    files.map(async (file) => ({
      name: relative(home.serverData, file),
      text: await readFile(file, "utf8").catch(() => ""),
    })),
  );
  return texts.filter(({ name }) => !/[/\\]Backups[/\\]/.test(name));
}

/** What the page keeps in the browser: the extension's state lies there in clear, the secret storage encrypted. */
function storesOf(page: Page): Promise<Place[]> {
  // A window that is being reloaded can't be asked.
  return until("what the page keeps", () => page.evaluate<Place[]>(READ_STORES));
}

/** Reports every new text in the parts of the window that the extension fills. */
const WATCH_SCREEN = `(() => {
  const parts = ".notification-list-item-message, .monaco-dialog-box, .monaco-hover, .quick-input-widget, .part.statusbar, .part.sidebar, .part.panel, .markers-panel";
  const told = new Set();
  let due = false;
  const look = async () => {
    due = false;
    const texts = [];
    for (const element of document.querySelectorAll(parts)) {
      const labels = [...element.querySelectorAll("[aria-label], [title]")].map((part) => (part.getAttribute("aria-label") ?? "") + " " + (part.getAttribute("title") ?? ""));
      const text = [element.textContent, ...labels].join("\\n");
      if (told.has(text)) continue;
      told.add(text);
      texts.push(text);
    }
    await Promise.all(texts.map((text) => globalThis.vaultconnTestSaw(text)));
    return true;
  };
  globalThis.vaultconnTestLook = look;
  const changed = () => {
    if (!due) setTimeout(look, 100);
    due = true;
  };
  new MutationObserver(changed).observe(document, { childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ["aria-label", "title"] });
})()`;

const READ_STORES = `(async () => {
  const places = [
    { name: "localStorage", text: JSON.stringify({ ...localStorage }) },
    { name: "sessionStorage", text: JSON.stringify({ ...sessionStorage }) },
  ];
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const asText = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer ? new TextDecoder().decode(value) : typeof value === "string" ? value : JSON.stringify(value);
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store, "readonly").objectStore(store);
      const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
      places.push({ name: "indexedDB " + name + " " + store, text: keys.map((key, index) => String(key) + "=" + asText(values[index])).join("\\n") });
    }
    database.close();
  }
  return places;
})()`;
