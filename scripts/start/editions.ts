import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { downloadAndUnzipVSCode } from "@vscode/test-electron";

import { cleanEnvironment, spawnTree, stopTree } from "../../test/vscode/host/processes.js";
import { writeSettings, startVsCodeServer } from "../../test/vscode/host/vscode-server.js";
import type { VsCodeBuild } from "../../test/vscode/provision/vscode-server.js";

const DOWNLOAD_PATIENCE_MS = 15_000;

/** Something that was started and has to be stopped. */
export interface RunningPart {
  /** Resolves when it ends: true if the user ended it, such as by closing the window. */
  readonly ended: Promise<boolean>;
  stop(): Promise<void>;
}

/** What both editions are started with. */
export interface Opening {
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** A folder of its own, for an edition that needs one. */
  readonly home: string;
}

/** Serves VS Code in the browser and prints its address. */
export async function openInBrowser(build: VsCodeBuild, opening: Opening): Promise<RunningPart> {
  console.log(`Starting VS Code ${build.version} for the browser`);
  const server = await startVsCodeServer({ build, ...opening, extensions: [process.cwd()] });
  console.log(`\nOpen ${server.address}\n\nCtrl+C stops everything.`);
  return { ended: server.ended.then(() => false), stop: () => server.stop() };
}

/** Whether this computer has a display. */
export function hasDisplay(): boolean {
  return process.platform !== "linux" || Boolean(process.env["DISPLAY"] ?? process.env["WAYLAND_DISPLAY"]);
}

/**
 * Finds a desktop VS Code: the `code` on the PATH, else one that is downloaded.
 *
 * @returns the program to start, or undefined when there is none and none can be downloaded
 */
export async function findDesktop(): Promise<string | undefined> {
  const shell = process.platform === "win32";
  const onPath = spawnSync("code", ["--version"], { stdio: "ignore", shell, env: cleanEnvironment({}) });
  if (onPath.status === 0) return "code";
  console.log("Downloading VS Code for the desktop (once)");
  try {
    return await downloadAndUnzipVSCode({ version: "stable", timeout: DOWNLOAD_PATIENCE_MS });
  } catch {
    return undefined;
  }
}

/** Opens a window that's separate from any VS Code the user has open. */
export async function openOnDesktop(program: string, opening: Opening): Promise<RunningPart> {
  const userData = join(opening.home, "user-data");
  const extensions = join(opening.home, "extensions");
  await mkdir(extensions, { recursive: true });
  await writeSettings(userData, opening.settings);
  const args = [
    ...["--new-window", "--wait", "--disable-workspace-trust", "--disable-updates"],
    ...["--skip-welcome", "--skip-release-notes", `--user-data-dir=${userData}`, `--extensions-dir=${extensions}`],
    ...[`--extensionDevelopmentPath=${process.cwd()}`, opening.workspace],
  ];
  const child = spawnTree(program, args, {
    stdio: "ignore",
    shell: process.platform === "win32",
    env: cleanEnvironment(opening.environment),
  });
  console.log("VS Code opens in a window of its own.\n\nCtrl+C, or closing that window, stops everything.");
  return {
    ended: once(child, "close").then(() => true),
    stop: async () => {
      await stopTree(child);
      await stopMainProcess(userData);
    },
  };
}

/** VS Code outlives the `code` command; its process ID is in its user data. */
async function stopMainProcess(userData: string): Promise<void> {
  const pid = Number(await readFile(join(userData, "code.lock"), "utf8").catch(() => ""));
  if (!Number.isInteger(pid) || pid <= 0) return;
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended already.
  }
}
