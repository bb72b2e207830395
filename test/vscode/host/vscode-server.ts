import { once } from "node:events";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { until } from "../drive/until.js";
import { cleanEnvironment, spawnTree, stopTree, removeTemporaryFolder, makeTemporaryFolder } from "./processes.js";
import type { VsCodeBuild } from "../provision/vscode-server.js";

const START_MS = 180_000;
const LISTENING = /Extension host agent listening on (\d+)/;

/** What to start, and how. */
export interface ServerOptions {
  readonly build: VsCodeBuild;
  /** What to open: a folder, or a `.code-workspace` file, absolute. */
  readonly workspace: string;
  /** The extensions: folders to link, and .vsix files to install. */
  readonly extensions?: readonly string[];
  /** User settings, on top of those that keep a fresh VS Code quiet. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Additions to the environment of the extension host; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Leaves Workspace Trust in force, so that a new folder opens in Restricted Mode; else every folder is trusted. */
  readonly workspaceTrust?: boolean;
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
  readonly ended: Promise<unknown>;
  /** Ends the server with everything it started and removes its temporary home. */
  stop(): Promise<void>;
}

/**
 * Starts a VS Code server on loopback, with a fresh home of its own.
 *
 * @throws {Error} with the server's console when it doesn't listen in time
 */
export async function startVsCodeServer(options: ServerOptions): Promise<VsCodeServer> {
  const { build, workspace, displayLanguage } = options;
  const home = await createUserData(options.settings ?? {});
  for (const extension of options.extensions ?? [])
    await (extension.endsWith(".vsix") ? installVsix(build, home, extension) : linkExtension(home, extension));

  const args = ["--host", "127.0.0.1", "--port", "0", "--without-connection-token", "--disable-telemetry"];
  if (options.workspaceTrust !== true) args.push("--disable-workspace-trust");
  if (displayLanguage !== undefined) args.push("--locale", await addLanguagePack(home, displayLanguage));
  if (options.smokeTestDriver === true) args.push("--enable-smoke-test-driver");
  if (options.fewBuiltIn === true) args.push("--builtin-extensions-dir", await linkBuiltIn(home, build));
  const { child, ended, console } = run(build, home, args, options.environment);
  try {
    const listening = until("the port", () => LISTENING.exec(console())?.[1], START_MS);
    const port = Number(await Promise.race([listening, ended.then(() => Promise.reject(new Error("It has ended.")))]));
    const kind = workspace.endsWith(".code-workspace") ? "workspace" : "folder";
    const address = `http://127.0.0.1:${port}/?${kind}=${encodeURIComponent(workspace)}`;
    const stop = async (): Promise<void> => {
      await stopTree(child);
      await removeTemporaryFolder(home.root);
    };
    return { port, address, home, console, ended, stop };
  } catch (cause) {
    await stopTree(child);
    throw new Error(`VS Code ${build.version} did not start to listen:\n${console()}`, { cause });
  }
}

/** Installs a .vsix file the way a user does from the command line, also over a newer version. */
export async function installVsix(build: VsCodeBuild, home: UserData, file: string): Promise<void> {
  const { ended, console } = run(build, home, ["--install-extension", file, "--force"]);
  await ended;
  if (!console().includes("was successfully installed"))
    throw new Error(`VS Code ${build.version} did not install ${file}:\n${console()}`);
}

/**
 * Runs before VS Code's server in its process. The page asks for half of the key that SecretStorage is encrypted with,
 * which the server doesn't answer, and secrets are then lost on reload. The same bytes each time keep them.
 */
const ANSWER_MINT_KEY = `
  import { Server } from "node:http";
  const { emit } = Server.prototype;
  Server.prototype.emit = function (event, incoming, outgoing) {
    if (event !== "request" || incoming.method !== "POST" || incoming.url !== "/mint-key") return emit.apply(this, arguments);
    outgoing.end(Buffer.alloc(32, "vault-connections test key half "));
  };
  process.execArgv = [];`;

/** Runs VS Code's server. @returns its process, the promise of its end, and what it has written so far */
function run(
  build: VsCodeBuild,
  home: UserData,
  args: readonly string[],
  environment: ServerOptions["environment"] = {},
) {
  const folders = ["--server-data-dir", home.serverData, "--extensions-dir", home.extensions];
  const before = ["--import", `data:text/javascript,${encodeURIComponent(ANSWER_MINT_KEY)}`];
  const child = spawnTree(build.node, [...before, build.main, "--accept-server-license-terms", ...folders, ...args], {
    cwd: home.root,
    env: cleanEnvironment(environment),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  return { child, ended: once(child, "close"), console: () => text };
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

/** The folders one VS Code server keeps its state in, all below `root`, and the file with the user settings. */
type UserData = Readonly<Record<"root" | "serverData" | "extensions" | "settings", string>>;

/** Makes a fresh temporary home. */
async function createUserData(settings: Readonly<Record<string, unknown>>): Promise<UserData> {
  const root = await makeTemporaryFolder("vscode");
  const [serverData, extensions] = [join(root, "server"), join(root, "extensions")];
  await mkdir(extensions);
  return { root, serverData, extensions, settings: await writeSettings(join(serverData, "data"), settings) };
}

/**
 * Puts a language pack where VS Code keeps note of those that are installed. It translates nothing of VS Code's own, so
 * that suites find their way, and makes its language one that VS Code can be displayed in. @returns the language
 */
async function addLanguagePack({ serverData }: UserData, language: string): Promise<string> {
  const texts = join(serverData, "data", `language-pack-${language}.json`);
  await writeFile(texts, JSON.stringify({ version: "1.0.0", contents: {} }));
  const by = { extensionIdentifier: { id: `tests.language-pack-${language}` }, version: "1.0.0" };
  const pack = { hash: `test-${language}`, label: language, extensions: [by], translations: { vscode: texts } };
  await writeFile(join(dirname(texts), "languagepacks.json"), JSON.stringify({ [language]: pack }));
  return language;
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
async function linkBuiltIn(home: UserData, build: VsCodeBuild): Promise<string> {
  const source = join(dirname(build.main), "..", "extensions");
  const target = join(home.root, "built-in");
  await mkdir(target);
  const names = (await readdir(source)).filter((name) => BUILT_IN.test(name));
  await Promise.all(names.map((name) => symlink(join(source, name), join(target, name), "junction")));
  return target;
}

/** Puts an extension that is under development where VS Code looks for installed ones. */
async function linkExtension(home: UserData, folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Readonly<Record<string, string>>;
  const name = `${manifest["publisher"]}.${manifest["name"]}-${manifest["version"]}`;
  await symlink(folder, join(home.extensions, name), "junction");
}
