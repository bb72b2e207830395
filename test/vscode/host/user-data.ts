import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { makeTemporaryFolder } from "./temporary-folder.js";
import { type VsCodeBuild } from "../provision/vscode-server.js";

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
export interface UserData {
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
export async function createUserData(settings: Readonly<Record<string, unknown>>): Promise<UserData> {
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
export async function addLanguagePack(home: Pick<UserData, "serverData">, language: string): Promise<void> {
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
export async function linkBuiltIn(home: Pick<UserData, "root">, build: VsCodeBuild): Promise<string> {
  const source = join(dirname(build.main), "..", "extensions");
  const target = join(home.root, "built-in");
  await mkdir(target);
  const names = (await readdir(source)).filter((name) => BUILT_IN.test(name));
  await Promise.all(names.map((name) => symlink(join(source, name), join(target, name), "junction")));
  return target;
}

/** Puts an extension that is under development where VS Code looks for installed ones. */
export async function linkExtension(home: Pick<UserData, "extensions">, folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Record<
    "publisher" | "name" | "version",
    string
  >;
  const name = `${manifest.publisher}.${manifest.name}-${manifest.version}`;
  await symlink(folder, join(home.extensions, name), "junction");
}
