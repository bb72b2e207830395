import { type ChildProcess } from "node:child_process";
import { mkdir } from "node:fs/promises";

import { cleanEnvironment } from "./environment.js";
import { spawnTree, stopTree } from "./process-tree.js";
import { removeTemporaryFolder } from "./temporary-folder.js";
import { addLanguagePack, createUserData, linkBuiltIn, linkExtension, type UserData } from "./user-data.js";
import { type VsCodeBuild } from "../provision/vscode-server.js";

const START_MS = 180_000;
const LISTENING = /Extension host agent listening on (\d+)/;

/** What to start, and how. */
export interface ServerOptions {
  readonly build: VsCodeBuild;
  /** The folder to open, absolute. */
  readonly workspace: string;
  /** The `.code-workspace` file to open instead, absolute, which names folders of that folder. */
  readonly workspaceFile?: string | undefined;
  /** The extension: a folder to link, or a .vsix file to install. */
  readonly extension?: { readonly folder: string } | { readonly vsix: string };
  /** The folders of other extensions that run beside it. */
  readonly otherExtensions?: readonly string[];
  /** User settings, on top of those that keep a fresh VS Code quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Additions to the environment of the extension host; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** "off" trusts every folder. "on" leaves Workspace Trust in force, so that a new folder opens in Restricted Mode. */
  readonly workspaceTrust?: "on" | "off";
  /** The language VS Code is displayed in, such as "de"; English by default. Of VS Code's own texts, none are translated. */
  readonly displayLanguage?: string;
  /** Serves the hooks that run a suite inside the extension host. Changes the product: never for driving it as a user. */
  readonly smokeTestDriver?: boolean;
  /** Leaves out VS Code's own extensions for other languages and services, which cost a window a tenth of its time. */
  readonly fewBuiltIn?: boolean;
}

/** A VS Code server that listens. */
export interface VsCodeServer {
  readonly port: number;
  /** The address to open in a browser. */
  readonly address: string;
  readonly home: UserData;
  /** Everything the server has written to its console so far. */
  readonly console: () => string;
  /** Resolves when the server's process ends, wanted or not. */
  readonly ended: Promise<void>;
  /** Ends the server with everything it started and removes its temporary home. */
  stop(): Promise<void>;
}

/**
 * Starts a VS Code server on loopback, with a fresh home of its own.
 *
 * @throws {Error} with the server's console when it doesn't listen within a minute
 */
export async function startVsCodeServer(options: ServerOptions): Promise<VsCodeServer> {
  const home = await createUserData(options.settings ?? {});
  const { extension } = options;
  if (extension && "folder" in extension) await linkExtension(home, extension.folder);
  if (extension && "vsix" in extension) await installVsix(options.build, home, extension.vsix);
  for (const folder of options.otherExtensions ?? []) await linkExtension(home, folder);
  if (options.displayLanguage !== undefined) await addLanguagePack(home, options.displayLanguage);
  await mkdir(options.workspace, { recursive: true });
  const args = serverArguments(options);
  if (options.fewBuiltIn === true) args.push("--builtin-extensions-dir", await linkBuiltIn(home, options.build));

  const server = run(options.build, home, args, options.environment ?? {});
  try {
    const port = await server.listening;
    return {
      port,
      address: `http://127.0.0.1:${port}/?${opened(options).toString()}`,
      home,
      console: server.console,
      ended: server.ended,
      stop: async () => {
        await stopTree(server.child);
        await removeTemporaryFolder(home.root);
      },
    };
  } catch (error) {
    await stopTree(server.child);
    throw error;
  }
}

function opened({ workspace, workspaceFile }: ServerOptions): URLSearchParams {
  return new URLSearchParams(workspaceFile === undefined ? { folder: workspace } : { workspace: workspaceFile });
}

/** Installs a .vsix file the way a user does from the command line. */
async function installVsix(build: VsCodeBuild, home: UserData, file: string): Promise<void> {
  const install = run(build, home, ["--install-extension", file], {});
  await install.ended;
  if (!install.console().includes("was successfully installed")) {
    throw new Error(`VS Code ${build.version} did not install ${file}:\n${install.console()}`);
  }
}

function serverArguments(options: ServerOptions): string[] {
  const args = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--disable-telemetry"];
  if ((options.workspaceTrust ?? "off") === "off") args.push("--disable-workspace-trust");
  if (options.displayLanguage !== undefined) args.push("--locale", options.displayLanguage);
  if (options.smokeTestDriver === true) args.push("--enable-smoke-test-driver");
  return args;
}

interface ServerProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<void>;
  readonly listening: Promise<number>;
  readonly console: () => string;
}

function run(
  build: VsCodeBuild,
  home: UserData,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ServerProcess {
  const folders = ["--server-data-dir", home.serverData, "--extensions-dir", home.extensions];
  const child = spawnTree(build.node, [build.main, "--accept-server-license-terms", ...folders, ...args], {
    cwd: home.root,
    env: cleanEnvironment(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const ended = new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => {
      resolve();
    });
  });
  const listening = new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString("utf8");
      const port = LISTENING.exec(text)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    const fail = (): void => {
      reject(new Error(`VS Code ${build.version} did not start to listen:\n${text}`));
    };
    child.on("close", fail);
    setTimeout(fail, START_MS).unref();
  });
  // A process that is only asked to install something never listens, which is no fault.
  listening.catch(() => undefined);
  return { child, ended, listening, console: () => text };
}
