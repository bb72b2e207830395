import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { type Locator } from "playwright-core";

import { startSession, type Session } from "../../test/vscode/drive/session.js";
import { useTenants } from "../../test/vscode/driven/use-tenants.js";
import { type VsCodeBuild } from "../../test/vscode/host/vscode-build.js";
import { type Area, type Scene, type Stage, type Theme } from "./scene.js";
import { SCENES } from "./scenes/table.js";
import { createWorld, type World } from "./world.js";

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
};

/**
 * Plays the scenes one after the other and writes their pictures.
 *
 * @throws {Error} when no picture has such a name, a scene fails, or a picture is too large
 */
export async function takePictures({ names, log, ...equipment }: Equipment): Promise<void> {
  const chosen = SCENES.filter(({ picture }) => names.length === 0 || names.some((name) => picture.includes(name)));
  if (chosen.length === 0)
    throw new Error(`No picture has such a name. There are: ${SCENES.map(({ picture }) => picture).join(", ")}.`);
  for (const scene of chosen) {
    for (const { file, bytes } of await take(scene, equipment)) log(`${file}  ${(bytes / 1000).toFixed(0)} kB`);
  }
}

interface Taken {
  readonly file: string;
  readonly bytes: number;
}

async function take(scene: Scene, { chromium, build, shrink }: Omit<Equipment, "names" | "log">): Promise<Taken[]> {
  const world = await createWorld(scene.tenants);
  try {
    const session = await startSession({
      build,
      chromium,
      extension: { folder: process.cwd() },
      workspace: scene.workspace,
      settings: { ...PLAIN_WINDOW, ...world.settings, ...scene.settings },
      environment: { ...world.environment, ...scene.environment },
      screenshots: join(".vscode-test", "screenshots", "pictures"),
      window: { ...scene.window, scale: SCALE },
    });
    try {
      if (scene.sidebar !== undefined) await widenSidebar(session, scene.sidebar);
      const part = await scene.play(stageOf(session, world)).catch(async (cause: unknown) => {
        await session.workbench.screenshot(`failed-${scene.picture.replaceAll("/", "-")}`);
        throw new Error(`The scene of ${scene.picture} failed.`, { cause });
      });
      const taken: Taken[] = [];
      for (const theme of scene.themes) taken.push(await photograph(session, scene, theme, part, shrink));
      return taken;
    } finally {
      await session.close();
    }
  } finally {
    await world.close();
  }
}

async function photograph(
  session: Session,
  scene: Scene,
  theme: Theme,
  part: Locator | Area | undefined,
  shrink: Equipment["shrink"],
): Promise<Taken> {
  const { page } = session.workbench;
  // At the window's lower edge the mouse calls up nothing.
  if (scene.keepsMouse !== true) await page.mouse.move(scene.window.width / 2, scene.window.height - 1);
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(theme === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs").waitFor();
  const options = { animations: "disabled", type: "png" } as const;
  const png =
    part === undefined
      ? await page.screenshot(options)
      : "screenshot" in part
        ? await part.screenshot(options)
        : await page.screenshot({ ...options, clip: part });
  const file = `${scene.picture}${scene.themes.length > 1 ? `-${theme}` : ""}.png`;
  const small = await shrink(png);
  if (small.length > MOST_BYTES)
    throw new Error(`${file} would have ${small.length} bytes, more than ${MOST_BYTES}. Make its window smaller.`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, small);
  return { file, bytes: small.length };
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
  const tenants = useTenants(() => session);
  return {
    world,
    session,
    workbench,
    page: workbench.page,
    tree: tenants.tree(),
    tenants,
    signIn: async (tenant) => {
      await workbench.openViewContainer("Vault Connections");
      await tenants.beginSignIn(tenant);
      await tenants.signIn(await world.service(tenant).token());
    },
  };
}
