import { existsSync } from "node:fs";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { acquire, keepAlive } from "../../../client/core/storage/processMutex.js";
import { runCommand } from "./programs.js";

/** The VS Codes that are tested in: the newest, and the oldest that is supported. */
export type Edition = "current" | "oldest";

/**
 * Every version this project tests against. Each edition is a VS Code server from the npm package code-server, run with the
 * Node version it was made for (node-<platform>-<arch>, which also holds the headers that native modules are built with).
 */
const EDITIONS: Readonly<Record<Edition, { vscode: string; codeServer: string; node: string; watcher?: string }>> = {
  current: { vscode: "1.139.1", codeServer: "4.139.1", node: "24.21.0" },
  // It names a commit of its file watcher, which would have to be compiled. This version of npm's is the next after it.
  oldest: { vscode: "1.105.1", codeServer: "4.105.1", node: "22.19.0", watcher: "@parcel/watcher@2.5.6" },
};

/** Where they are for all clones of a user, since they take 1.3 GB. */
const SERVERS = join(homedir(), ".cache", "vault-connections", "vscode-servers");

/** Ripgrep for every platform; the oldest edition needs it for searching files and doesn't bring its own. */
const RIPGREP = { name: "@vscode/ripgrep-universal", version: "1.18.0" };

/** One installed edition of the VS Code server, as the provisioning scripts report it. */
export interface VsCodeBuild {
  /** VS Code's version, such as 1.105.1. */
  readonly version: string;
  /** The Node program that runs it. */
  readonly node: string;
  /** VS Code's server script. */
  readonly main: string;
}

const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Another run that installs the same edition gets so long. */
const INSTALLATION_MS = 1_800_000;

/**
 * Brings one edition of VS Code's server into the user's cache. Quick when it is there already; safe when two processes ask
 * at the same time.
 *
 * @param log receives one line per step that takes time
 */
export function provisionServer(edition: Edition, log: (line: string) => void): Promise<VsCodeBuild> {
  return alone(edition, () => installServer(edition, log));
}

/** Brings one version of Node into the user's cache, as quickly and safely. @returns its program */
export function provisionNode(version: string): Promise<string> {
  const folder = join(SERVERS, "..", "nodes", version);
  const program = nodeIn(folder);
  return alone(`node-${version}`, async () => {
    if (existsSync(program)) return program;
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
    await npmInstall(folder, `${NODE_PACKAGE}@${version}`);
    return program;
  });
}

/** Runs nothing of the same name at the same time, in no process of this user. */
export async function alone<T>(name: string, install: () => Promise<T>): Promise<T> {
  await mkdir(SERVERS, { recursive: true });
  const lock = await acquire(join(SERVERS, `${name}.lock-`), INSTALLATION_MS);
  if (typeof lock === "string")
    throw new Error(`Another run still installs ${name}. If there is none, delete ${lock}.`);
  const { release } = keepAlive(lock);
  try {
    return await install();
  } finally {
    await release();
  }
}

const NODE_PACKAGE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

function nodeIn(folder: string): string {
  return join(folder, "node_modules", NODE_PACKAGE, "bin", process.platform === "win32" ? "node.exe" : "node");
}

/** Installs one edition of the VS Code server with the Node it needs, or finds it already installed. */
async function installServer(edition: Edition, log: (line: string) => void): Promise<VsCodeBuild> {
  const pins = EDITIONS[edition];
  const folder = join(SERVERS, pins.vscode);
  const marker = join(folder, "installed.json");
  const nodeFolder = join(folder, "node_modules", NODE_PACKAGE);
  const vscodeFolder = join(folder, "node_modules", "code-server", "lib", "vscode");
  const wanted = { ...pins, ripgrep: RIPGREP.version, nodePackage: NODE_PACKAGE };
  const installed = await readFile(marker, "utf8").catch(() => "");
  if (!installed.includes(JSON.stringify(wanted).slice(1, -1))) {
    log(`VS Code ${pins.vscode}: installing its server (once, about half a minute)`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
    const packages = { "code-server": pins.codeServer, [NODE_PACKAGE]: pins.node, [RIPGREP.name]: RIPGREP.version };
    await npmInstall(folder, ...Object.entries(packages).map((nameAndVersion) => nameAndVersion.join("@")));
    await npmInstall(vscodeFolder, "--omit=dev", ...(pins.watcher === undefined ? [] : [pins.watcher]));
    await placeRipgrep(folder, vscodeFolder);
    await buildSpdlog(vscodeFolder, nodeFolder).catch((error: unknown) => {
      const next = `To have them, install a C++ compiler, make and Python, delete ${folder}, and run again.`;
      log(`VS Code's output channels stay empty, since their module couldn't be built. ${next} ${String(error)}`);
    });
    await writeFile(marker, JSON.stringify(wanted));
    log(`VS Code ${pins.vscode}: ready`);
  }
  return {
    version: pins.vscode,
    node: nodeIn(folder),
    main: join(vscodeFolder, "out", "server-main.js"),
  };
}

async function npmInstall(cwd: string, ...args: readonly string[]): Promise<void> {
  try {
    // The packages' own scripts would compile dozens of native modules that the tests don't need.
    await runCommand("npm", ["install", "--ignore-scripts", ...QUIET, ...args], { cwd });
  } catch (cause) {
    throw new Error(
      "What the tests run in could not be installed from the npm registry. Check the network and npm's settings, then run again.",
      { cause },
    );
  }
}

/** Puts ripgrep where editions before ripgrep-universal look for it. */
async function placeRipgrep(folder: string, vscodeFolder: string): Promise<void> {
  const program = process.platform === "win32" ? "rg.exe" : "rg";
  const source = join(folder, "node_modules", RIPGREP.name, "bin", `${process.platform}-${process.arch}`, program);
  const target = join(vscodeFolder, "node_modules", "@vscode", "ripgrep", "bin", program);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
}

/** Builds the native module that VS Code writes output channels and log files with, for the Node distribution in a folder. */
async function buildSpdlog(vscodeFolder: string, nodeFolder: string): Promise<void> {
  const PATH = [join(nodeFolder, "bin"), process.env["PATH"]].join(delimiter);
  // The compiler's optimizations take half of its time.
  const env = { npm_config_nodedir: nodeFolder, PATH, CXXFLAGS: "-O0" };
  const args = ["rebuild", "@vscode/spdlog", "--ignore-scripts=false", ...QUIET];
  await runCommand("npm", args, { cwd: vscodeFolder, env });
}
