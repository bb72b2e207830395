import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, expect, inject } from "vitest";
import { Canary } from "../../http/canary.js";
import { type Place, type Session, type SessionOptions, startSession } from "../drive/session.js";
import { until, untilValue } from "../drive/until.js";
import { type Service, type ServiceOptions, startService } from "../../service/service.js";
import type { Workbench } from "../drive/workbench.js";
import { startBrowser } from "../host/browser.js";
import type { Edition, VsCodeBuild } from "../provision/vscode-server.js";

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
function sweepAfterEach(session: () => Session): void {
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
      until("what VS Code keeps", () => session().files()),
      // The extension's state lies there in clear, the secret storage encrypted. A window that is being reloaded can't be asked.
      until("what the page keeps", () => page.evaluate<Place[]>(READ_STORES)),
    ]);
    const places = [...kept.flat(), { name: "screen", text: [...new Set(screen)].join("\n") }].filter(
      // The texts of unsaved files are VS Code's own affair.
      ({ name, text }) => text !== "" && !/[/\\]Backups[/\\]/.test(name),
    );
    const names = places.map(({ name }) => name).join("\n");
    expect(names).toMatch(/[/\\]remoteagent\.log[^]*localStorage[^]*indexedDB/);
    expect(places.flatMap(({ name, text }) => findsIn(name, text))).toEqual([]);
  });
}

/** Says of each secret in a text where it stands and how it begins. */
function findsIn(name: string, text: string): string[] {
  const sweep = new Canary();
  sweep.saw(text);
  for (const secret of secrets) sweep.secret(secret);
  return sweep.leaks().map(({ secret }) => `${name}: ${secret.slice(0, 12)}`);
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

/**
 * Starts an embedded service for all tests of the suite it is called in, in the test's own process, so that a test sees
 * what it received. Call it before `useVsCode`. Its credentials are secrets that may be found nowhere.
 *
 * @param name the name its tenant has in the sidebar
 * @param options `production` marks that tenant so
 * @returns a function that gives the running service, with what tests often ask of it
 */
export function useService(
  name: string,
  { production, ...options }: ServiceOptions & { readonly production?: true } = {},
) {
  let running: Service | undefined;
  beforeAll(async () => {
    const started = await startService(options);
    [started.accessToken, started.clientSecret].forEach(canary);
    running = started;
    return () => started.close();
  });
  const service = (): Service => {
    if (running === undefined) throw new Error("The service was not started.");
    return running;
  };
  /** What to start VS Code with, so that the extension is signed in to the service from the beginning. */
  const environment = (): Readonly<Record<string, string>> => {
    const { baseUrl, authUrl, accessToken } = service();
    return { VAULTCONN_LOCAL_SERVICE: JSON.stringify({ baseUrl, authUrl, accessToken, name, production }) };
  };
  const id = (index: number): string => service().connections.idAt(index);
  /** What a connection is called now. */
  const nameOf = (index: number): string => service().connections.get(id(index))?.name ?? "";
  /** Host and port, by which setup files name the tenant. */
  const host = (): string => new URL(service().origin).host;
  /** The updates it received, and what they contained. */
  const patches = () => service().requests.all({ method: "PATCH" });
  const bodies = (): readonly string[] => patches().map(({ body }) => body.toString());
  /** What a setup file for one of its connections holds. */
  const file = (index: number, rest: object): string =>
    `${JSON.stringify({ id: id(index), tenant: host(), ...rest }, undefined, 2)}\n`;
  return Object.assign(service, { environment, id, nameOf, host, patches, bodies, file });
}

declare module "vitest" {
  interface ProvidedContext {
    edition: Edition;
    chromium: string;
    vscode: VsCodeBuild;
    /** The folder of the extension under test. */
    extension: string;
    /** The folder that pictures of failures go to. */
    screenshots: string;
  }
}

/** What a suite chooses; all else is given. */
type SuiteOptions = Omit<SessionOptions, "build" | "browser" | "window">;

/** The browser of all suites in this process. It ends with the process. */
let browser: Promise<Browser> | undefined;

/** The window of the suite that runs, and its parts. Each file has one suite with a window, which is open before its first test. */
export let ui: Pick<Workbench, "tree" | "quickInput" | "notifications" | "dialog" | "editor"> & {
  readonly session: Session;
  readonly workbench: Workbench;
};

/** The text of a file of the workspace. */
export function onDisk(path: string): Promise<string> {
  return readFile(join(ui.session.workspace, path), "utf8");
}

/** Waits for the process of the window's language server. @param before the ID of one that has ended. @returns its ID. */
export async function languageServerProcess(before = ""): Promise<string> {
  const folder = join(ui.session.server.home.extensions, "/");
  const isServer = (command: string): boolean => command.includes(folder) && command.includes("/dist/server.js\0");
  const find = async (): Promise<readonly string[]> => {
    const all = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && name !== before);
    const commands = await Promise.all(all.map((id) => readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "")));
    return all.filter((_, index) => isServer(commands[index] ?? ""));
  };
  const [id = ""] = await untilValue("the language server's process", find, ({ length }) => length > 0);
  return id;
}

/** Changes user settings in the editor, as a user does. */
export async function editSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
  const settings = JSON.parse(await readFile(ui.session.server.home.settings, "utf8")) as Record<string, unknown>;
  await ui.workbench.runCommand("Preferences: Open User Settings (JSON)");
  await ui.editor.waitForTab("settings.json");
  await ui.editor.waitForText("files.autoSave");
  await ui.editor.replaceAll(JSON.stringify({ ...settings, ...changes }));
  await ui.editor.save();
  await ui.workbench.runCommand("View: Close Editor");
}

/**
 * Starts one VS Code for all tests of the suite it is called in, and ends it after them. Each test is followed by a
 * search for secrets. Of a test that fails, a screenshot is kept, and what the window showed is printed.
 *
 * @param options says what to start, when the suite's own set-up has run
 */
export function useVsCode(options: () => SuiteOptions | Promise<SuiteOptions>): void {
  beforeAll(async () => {
    const session = await startSession({
      build: inject("vscode"),
      browser: await (browser ??= startBrowser(inject("chromium"))),
      extensions: [inject("extension")],
      ...(await options()),
    });
    const { workbench } = session;
    const { tree, quickInput, notifications, dialog, editor } = workbench;
    ui = { session, workbench, tree, quickInput, notifications, dialog, editor };
    return () => session.close();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    await ui.workbench.page.screenshot({
      path: `${inject("screenshots")}/failed-${task.name.replaceAll(/[^a-z0-9]+/gi, "-")}.png`,
    });
    // Of a run elsewhere often only the texts are kept.
    console.log(`The window when "${task.name}" failed: ${await ui.workbench.describe()}`);
  });
  sweepAfterEach(() => ui.session);
}
