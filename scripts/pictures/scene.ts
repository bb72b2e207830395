import { type Locator, type Page } from "playwright-core";

import { type Session } from "../../test/vscode/drive/session.js";
import { type TreeView } from "../../test/vscode/drive/tree-view.js";
import { type Workbench } from "../../test/vscode/drive/workbench.js";
import { type Tenants } from "../../test/vscode/driven/use-tenants.js";
import { type TenantOnStage, type World } from "./world.js";

/** A theme a picture is taken in. */
export type Theme = "light" | "dark";

/** A part of the window, in pixels of the page. */
export type Area = NonNullable<NonNullable<Parameters<Page["screenshot"]>[0]>["clip"]>;

/** What a scene is played on. */
export interface Stage {
  readonly world: World;
  readonly session: Session;
  readonly workbench: Workbench;
  readonly page: Page;
  /** The sidebar's tree. */
  readonly tree: TreeView;
  readonly tenants: Tenants;
  /** Opens the sidebar and signs in to a tenant as a person does, by its row. */
  readonly signIn: (tenant: string) => Promise<void>;
}

/** One picture: what is there, what is done, and which part of the window is kept. */
export interface Scene {
  /** The picture's path from the root, without its ending. With two themes, `-light` and `-dark` are added. */
  readonly picture: string;
  readonly themes: readonly Theme[];
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
  /** User settings on top of those that keep the window plain. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Leaves the mouse where the scene has put it, as on a word whose hover is shown. */
  readonly keepsMouse?: boolean;
  /** Plays the scene. @returns the part of the window to keep; the whole of it if nothing. */
  readonly play: (stage: Stage) => Promise<Locator | Area | undefined>;
}
