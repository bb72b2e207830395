import type { ChildProcess } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { cleanEnvironment, spawnTree, stopTree, removeTemporaryFolder, makeTemporaryFolder } from "./processes.js";
import type { VsCodeBuild } from "../provision/vscode-server.js";

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

/** Settings that make a fresh VS Code quiet and its behavior in the browser that of the desktop. */
const QUIET_SETTINGS: Readonly<Record<string, unknown>> = {
  // Drawing what moves takes a seventh of the processor's time.
  "workbench.reduceMotion": "on",
  "editor.cursorBlinking": "solid",
  "files.autoSave": "off",
  "files.hotExit": "off",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
  "extensions.ignoreRecommendations": true,
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "telemetry.telemetryLevel": "off",
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "git.enabled": false,
  "git.showProgress": false,
};

/** The folders one VS Code server keeps its state in. */
interface UserData {
  /** The folder that holds all the others. */
  readonly root: string;
  readonly serverData: string;
  readonly extensions: string;
  readonly logs: string;
  /** The file with the user settings. */
  readonly settings: string;
}

/**
 * Makes a fresh temporary home for a VS Code server.
 *
 * @param settings user settings, on top of those that keep a fresh VS Code quiet
 */
async function createUserData(settings: Readonly<Record<string, unknown>>): Promise<UserData> {
  const root = await makeTemporaryFolder("vscode");
  const serverData = join(root, "server");
  const extensions = join(root, "extensions");
  await mkdir(extensions);
  const data = join(serverData, "data");
  return { root, serverData, extensions, logs: join(data, "logs"), settings: await writeSettings(data, settings) };
}

/**
 * Puts a language pack where VS Code keeps note of those that are installed. It translates nothing of VS Code's own, so
 * that suites find their way, and makes its language one that VS Code can be displayed in.
 *
 * @param language such as "de"
 */
async function addLanguagePack(home: Pick<UserData, "serverData">, language: string): Promise<void> {
  const data = join(home.serverData, "data");
  const texts = join(data, `language-pack-${language}.json`);
  await mkdir(data, { recursive: true });
  await writeFile(texts, JSON.stringify({ version: "1.0.0", contents: {} }));
  const by = { extensionIdentifier: { id: `tests.language-pack-${language}` }, version: "1.0.0" };
  const pack = { hash: `test-${language}`, label: language, extensions: [by], translations: { vscode: texts } };
  await writeFile(join(data, "languagepacks.json"), JSON.stringify({ [language]: pack }));
}

/** Writes user settings into the folder that VS Code keeps a user's data in. @returns the file */
export async function writeSettings(userData: string, settings: Readonly<Record<string, unknown>>): Promise<string> {
  const file = join(userData, "User", "settings.json");
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...QUIET_SETTINGS, ...settings }, null, 2));
  return file;
}

/** VS Code's own extensions that setup files, their secrets, virtual documents and the window's colors have to do with. */
const BUILT_IN =
  /^(configuration-editing|diff|dotenv|git|git-base|ini|json.*|log|markdown.*|merge-conflict|search-result|theme-.*)$/;

/** Links VS Code's own extensions that matter here into a folder. @returns the folder */
async function linkBuiltIn(home: Pick<UserData, "root">, build: VsCodeBuild): Promise<string> {
  const source = join(dirname(build.main), "..", "extensions");
  const target = join(home.root, "built-in");
  await mkdir(target);
  const names = (await readdir(source)).filter((name) => BUILT_IN.test(name));
  await Promise.all(names.map((name) => symlink(join(source, name), join(target, name), "junction")));
  return target;
}

/** Puts an extension that is under development where VS Code looks for installed ones. */
async function linkExtension(home: Pick<UserData, "extensions">, folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<
    "publisher" | "name" | "version",
    string
  >;
  const name = `${manifest.publisher}.${manifest.name}-${manifest.version}`;
  await symlink(folder, join(home.extensions, name), "junction");
}
