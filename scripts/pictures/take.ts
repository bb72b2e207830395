import { type Page, type PageScreenshotOptions } from "playwright-core";

import { type Session, type SessionOptions, startSession } from "../../test/vscode/drive/session.js";
import { type Workbench } from "../../test/vscode/drive/workbench.js";
import { createWorld, type World } from "./world.js";

/** What a scene is played on. */
export interface Stage {
  readonly workbench: Workbench;
  readonly page: Page;
  /** The service of the first tenant. */
  readonly service: World["service"];
}

/** One picture: what is there, what is done, and which part of the window is kept. */
export interface Scene {
  /** The picture's path from the root, without its ending. */
  readonly picture: string;
  /** Dark if not given. */
  readonly theme?: "light" | "dark";
  /** The window, in pixels of the page. Pictures have twice as many, to be sharp on any screen. */
  readonly window: { readonly width: number; readonly height: number };
  /** The tenants in the user settings, each with a service behind it; Acme with twelve connections if not given. */
  readonly tenants?: Parameters<typeof createWorld>[0];
  /** The workspace's files by their paths. */
  readonly workspace: Readonly<Record<string, string>>;
  readonly play: (stage: Stage) => Promise<void>;
  /** The part of the window to keep; the whole of it if not given. */
  readonly part?: PageScreenshotOptions["clip"];
}

const SCALE = 2;

/** Settings that hide what no scene is about. */
const PLAIN_WINDOW = {
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "window.menuBarVisibility": "hidden",
  "workbench.activityBar.location": "default",
  "editor.minimap.enabled": false,
  "editor.fontSize": 13,
  "breadcrumbs.enabled": false,
  "workbench.localHistory.enabled": false,
  // A screenshot has nothing of what the GPU draws.
  "terminal.integrated.gpuAcceleration": "off",
  "terminal.integrated.shellIntegration.enabled": false,
};

/** Plays a scene. @returns its PNG */
export async function takePicture(scene: Scene, host: Pick<SessionOptions, "browser" | "build">): Promise<Buffer> {
  const world = await createWorld(scene.tenants);
  let session: Session | undefined;
  try {
    session = await startSession({
      ...host,
      extensions: [process.cwd()],
      workspace: scene.workspace,
      settings: { ...PLAIN_WINDOW, ...world.settings },
      environment: world.environment,
      window: { ...scene.window, scale: SCALE },
    });
    const { workbench } = session;
    const { page } = workbench;
    await scene.play({ workbench, page, service: world.service }).catch(async (cause: unknown) => {
      const seen = await workbench.describe();
      throw new Error(`The scene of ${scene.picture} failed. The window then: ${seen}`, { cause });
    });
    return await photograph(page, scene);
  } finally {
    await session?.close();
    await world.close();
  }
}

async function photograph(page: Page, { window, theme = "dark", part }: Scene): Promise<Buffer> {
  // Only a browser shows these two: how many ports it forwards, and which keyboard layout it has found.
  const browserOnly = ".statusbar-item:is([id*='eyboardLayout'], [id*='orwardedPorts'], [id*='.ports'])";
  await page.addStyleTag({ content: `${browserOnly} { display: none !important; }` });
  // At the window's lower edge, the pointer opens no hover.
  await page.mouse.move(window.width / 2, window.height - 1);
  await page.emulateMedia({ colorScheme: theme });
  await page.locator(theme === "dark" ? ".monaco-workbench.vs-dark" : ".monaco-workbench.vs").waitFor();
  return page.screenshot({ animations: "disabled", type: "png", ...(part && { clip: part }) });
}
