import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { type Browser, type BrowserContext } from "playwright-core";

import { makeTemporaryFolder, removeTemporaryFolder } from "../host/processes.js";
import { type ServerOptions, startVsCodeServer, type VsCodeServer } from "../host/vscode-server.js";
import { TIMEOUT_MS } from "./until.js";
import { Workbench } from "./workbench.js";

/** The window of a small laptop, in pixels of the page. */
export const WINDOW = { width: 1366, height: 768 };

/** What to start for driving as a user. */
export interface SessionOptions extends Omit<ServerOptions, "workspace" | "smokeTestDriver" | "fewBuiltIn"> {
  /** The browser to open the window in. The window shares nothing with its other windows but the clipboard. */
  readonly browser: Browser;
  /** The workspace's files by their relative paths, where a `.code-workspace` file is what is opened. */
  readonly workspace: Readonly<Record<string, string>>;
  /** The window in pixels of the page, and how many pixels of a picture each of them becomes; WINDOW, and 1, if not given. */
  readonly window?: { readonly width: number; readonly height: number; readonly scale: number };
}

/** A text, and where it was found. */
export interface Place {
  readonly name: string;
  readonly text: string;
}

/** A VS Code with one window, ready to be driven, on a workspace of its own. */
export interface Session {
  readonly workbench: Workbench;
  readonly server: VsCodeServer;
  /** The workspace folder, absolute. */
  readonly workspace: string;
  /** Every file that VS Code has written: settings, logs, state, history. */
  readonly files: () => Promise<Place[]>;
  close(): Promise<void>;
}

/** Starts a VS Code server, and opens a window that is ready for use. */
export async function startSession(options: SessionOptions): Promise<Session> {
  const { width, height, scale } = options.window ?? { ...WINDOW, scale: 1 };
  const settings = { "window.autoDetectColorScheme": true, ...options.settings };
  const workspace = await createWorkspace(options.workspace);
  const file = Object.keys(options.workspace).find((path) => path.endsWith(".code-workspace")) ?? "";
  const server = await startVsCodeServer({ ...options, workspace: join(workspace, file), settings, fewBuiltIn: true });
  let context: BrowserContext | undefined;
  const close = async (): Promise<void> => {
    await context?.close();
    await server.stop();
    await removeTemporaryFolder(dirname(workspace));
  };
  try {
    context = await options.browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: "light",
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
    });
    for (const script of [KEEP_MESSAGES, AT_REST]) await context.addInitScript(script);
    const workbench = await openWindow(context, server);
    return { workbench, server, workspace, files: () => readFiles(server.home.serverData), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a window, which shares what VS Code keeps in the browser with the others of its context. */
export async function openWindow(context: BrowserContext, server: VsCodeServer): Promise<Workbench> {
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(server.address);
  const workbench = new Workbench(page);
  await workbench.waitUntilReady();
  return workbench;
}

/**
 * VS Code hides a message after 10 to 20 seconds, in which a user has read it, and a busy machine has perhaps not taken
 * the picture of it. In a driven window it stays thirty times as long; what takes it away otherwise still does.
 */
const KEEP_MESSAGES = `(() => {
  const original = window.setTimeout;
  const hidesMessage = (callback, ms) => typeof callback === "function" && ms >= 10_000 && /\\.hasFocus\\b[^]*\\.sticky\\b/.test(String(callback));
  window.setTimeout = (callback, ms, ...rest) => original(callback, hidesMessage(callback, ms) ? 30 * ms : ms, ...rest);
})()`;

/**
 * What moves without end, or fades, is at rest: each frame of it is drawn by the processor, which costs a test a tenth of
 * its time. And clicks go through tooltips. A tooltip stays for as long as the mouse does, which in a driven window jumps
 * to what is clicked, and only if nothing lies over that; a user moves it away, and the tooltip goes.
 */
const AT_REST = `addEventListener("DOMContentLoaded", () => {
  const style = document.createElement("style");
  style.textContent = ".progress-bit, .codicon-modifier-spin, .monaco-hover, .context-view, .monaco-menu-container { animation: none !important; } .scrollbar { transition: none !important; } .context-view:has(.monaco-hover) { pointer-events: none !important; }";
  document.head?.append(style);
})`;

/** Makes the workspace in a temporary folder; the folder's own name is "workspace", which the window's title shows. */
async function createWorkspace(source: SessionOptions["workspace"]): Promise<string> {
  const workspace = join(await makeTemporaryFolder("driven"), "workspace");
  await mkdir(workspace);
  for (const [path, text] of Object.entries(source)) {
    const file = join(workspace, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return workspace;
}

async function readFiles(folder: string): Promise<Place[]> {
  // A folder has no text, nor has a file that has gone by then.
  const read = (path: string): Promise<string> => readFile(join(folder, path), "utf8").catch(() => "");
  const paths = await readdir(folder, { recursive: true });
  return Promise.all(paths.map(async (name) => ({ name, text: await read(name) })));
}
