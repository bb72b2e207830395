import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { type Page } from "playwright-core";

import { startBrowser } from "../../test/vscode/host/browser.js";
import { startSession, type Session } from "../../test/vscode/drive/session.js";
import { type TreeView } from "../../test/vscode/drive/tree-view.js";
import { type Workbench } from "../../test/vscode/drive/workbench.js";
import type { VsCodeBuild } from "../../test/vscode/provision/vscode-server.js";
import { PUSH_SCENES } from "./pushScenes.js";
import { SCENES } from "./scenes.js";
import { createWorld, type TenantOnStage, type World } from "./world.js";

/** A part of the window, in pixels of the page. */
type Area = NonNullable<NonNullable<Parameters<Page["screenshot"]>[0]>["clip"]>;

/** What a scene is played on. */
export interface Stage {
  readonly workbench: Workbench;
  readonly page: Page;
  /** The sidebar's tree. */
  readonly tree: TreeView;
  /** The service of a tenant, by its name. */
  readonly service: World["service"];
  /** Opens the sidebar and signs in to a tenant as a user does, by its row. */
  readonly signIn: (tenant: string) => Promise<void>;
}

/** One picture: what is there, what is done, and which part of the window is kept. */
export interface Scene {
  /** The picture's path from the root, without its ending. */
  readonly picture: string;
  readonly theme: "light" | "dark";
  /** The window, in pixels of the page. Pictures have twice as many, to be sharp on any screen. */
  readonly window: { readonly width: number; readonly height: number };
  /** How wide the sidebar is made; as VS Code has it if not given. */
  readonly sidebar?: number;
  /** The tenants in the user settings, each with a service behind it; Acme with twelve connections if not given. */
  readonly tenants?: readonly TenantOnStage[];
  /** The workspace's files by their paths. */
  readonly workspace: Readonly<Record<string, string>>;
  /** Additions to the environment, for references to it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Plays the scene. @returns the part of the window to keep; the whole of it if nothing. */
  readonly play: (stage: Stage) => Promise<Area | undefined>;
}

/** What the pictures are made with. */
export interface Equipment {
  /** Parts of the paths of the pictures to make; none for all. */
  readonly names: readonly string[];
  readonly chromium: string;
  readonly build: VsCodeBuild;
  readonly shrink: (png: Buffer) => Promise<Buffer>;
  readonly log: (line: string) => void;
}

/** Larger pictures make the package, and the page in the Marketplace, slow. */
const MOST_BYTES = 150_000;
const SCALE = 2;

/** Settings that leave out of the window whatever no scene is about. */
const PLAIN_WINDOW = {
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "window.menuBarVisibility": "hidden",
  "workbench.activityBar.location": "default",
  "editor.minimap.enabled": false,
  "editor.cursorBlinking": "solid",
  "editor.fontSize": 13,
  "breadcrumbs.enabled": false,
  "workbench.localHistory.enabled": false,
  // A screenshot has nothing of what the GPU draws.
  "terminal.integrated.gpuAcceleration": "off",
};

/**
 * Plays the scenes one after the other and writes their pictures.
 *
 * @throws {Error} when no picture has such a name, a scene fails, or a picture is too large
 */
export async function takePictures({ names, log, ...equipment }: Equipment): Promise<void> {
  const scenes = [...SCENES, ...PUSH_SCENES];
  const chosen = scenes.filter(({ picture }) => names.length === 0 || names.some((name) => picture.includes(name)));
  if (chosen.length === 0)
    throw new Error(`No picture has such a name. There are: ${scenes.map(({ picture }) => picture).join(", ")}.`);
  for (const scene of chosen) {
    const file = `${scene.picture}.png`;
    const picture = await equipment.shrink(await take(scene, equipment));
    if (picture.length > MOST_BYTES)
      throw new Error(`${file} would have ${picture.length} bytes, more than ${MOST_BYTES}. Make its window smaller.`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, picture);
    log(`${file}  ${(picture.length / 1000).toFixed(0)} kB`);
  }
}

/** @returns the PNG of a scene */
async function take(scene: Scene, { chromium, build }: Pick<Equipment, "chromium" | "build">): Promise<Buffer> {
  const world = await createWorld(scene.tenants);
  const browser = await startBrowser(chromium);
  try {
    const session = await startSession({
      build,
      browser,
      extension: { folder: process.cwd() },
      workspace: scene.workspace,
      settings: { ...PLAIN_WINDOW, ...world.settings },
      environment: { ...world.environment, ...scene.environment },
      window: { ...scene.window, scale: SCALE },
    });
    try {
      if (scene.sidebar !== undefined) await widenSidebar(session, scene.sidebar);
      const part = await scene.play(stageOf(session, world)).catch(async (cause: unknown) => {
        const seen = await session.workbench.describe();
        throw new Error(`The scene of ${scene.picture} failed. The window then: ${seen}`, { cause });
      });
      return await photograph(session.workbench.page, scene, part);
    } finally {
      await session.close();
    }
  } finally {
    await browser.close();
    await world.close();
  }
}

async function photograph(page: Page, { window, theme }: Scene, clip: Area | undefined): Promise<Buffer> {
  // Only a browser shows these two: how many ports it forwards, and which keyboard layout it has found.
  const browserOnly = ".statusbar-item:is([id*='eyboardLayout'], [id*='orwardedPorts'], [id*='.ports'])";
  await page.addStyleTag({ content: `${browserOnly} { display: none !important; }` });
  // At the window's lower edge the mouse calls up nothing.
  await page.mouse.move(window.width / 2, window.height - 1);
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(theme === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs").waitFor();
  return page.screenshot({ animations: "disabled", type: "png", ...(clip && { clip }) });
}

/** Drags the edge between sidebar and editor. */
async function widenSidebar({ workbench: { page } }: Session, width: number): Promise<void> {
  const bar = await page.locator(".part.sidebar").boundingBox();
  if (bar === null) throw new Error("The sidebar is not shown.");
  const [x, y] = [bar.x + bar.width, bar.y + bar.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 1, y);
  await page.mouse.move(bar.x + width, y);
  await page.mouse.up();
}

function stageOf(session: Session, world: World): Stage {
  const { workbench } = session;
  return {
    workbench,
    page: workbench.page,
    tree: workbench.tree,
    service: (tenant) => world.service(tenant),
    signIn: async (tenant) => {
      await workbench.openViewContainer("Vault Connections");
      await workbench.clickToAsk(tenant);
      await workbench.signIn(await world.service(tenant).token());
    },
  };
}
