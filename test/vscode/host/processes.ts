import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Variables of an outer VS Code, test runner or npm, which would mislead a VS Code that is started from it. */
const OUTER =
  /^(VSCODE_|ELECTRON_|VITEST|npm_(?!config_)|npm_config_local_prefix$|INIT_CWD$|NODE_OPTIONS$|NODE_ENV$|NODE_CHANNEL_|TEST$)/;

/**
 * The environment for a VS Code of our own: this process's, without what an outer tool left in it.
 *
 * @param additions variables to set, or to remove where the value is undefined
 */
export function cleanEnvironment(additions: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !OUTER.test(name));
  return { ...Object.fromEntries(inherited), ...additions };
}

const GRACE_MS = 3000;
const alive = new Set<ChildProcess>();
const folders = new Set<string>();
const REMOVAL = { recursive: true, force: true, maxRetries: 5 };

/**
 * Starts a program in a process group of its own, so that it can be stopped together with everything it starts. The
 * whole group is also ended when this process ends, however that comes about.
 */
export function spawnTree(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  cleanUpAtEnd();
  const child = spawn(command, args, { ...options, detached: process.platform !== "win32" });
  alive.add(child);
  return child;
}

/** Ends a program started by {@link spawnTree} and all its descendants; resolves when they are gone. */
export async function stopTree(child: ChildProcess): Promise<void> {
  if (!alive.delete(child)) return;
  const deadline = Date.now() + GRACE_MS;
  for (signal(child, "SIGTERM"); signal(child, 0) && Date.now() < deadline;) await wait(50);
  signal(child, "SIGKILL");
}

/** Sends a signal to a process group, 0 for none. @returns whether the group is still there */
function signal({ pid, exitCode, signalCode }: ChildProcess, name: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    if (process.platform !== "win32") return process.kill(-pid, name);
    if (name !== 0) execFileSync("taskkill", ["/pid", String(pid), "/t", "/f"], { stdio: "ignore" });
    return exitCode === null && signalCode === null;
  } catch {
    return false;
  }
}

/**
 * Where the folders are. That of macOS is so deep that the socket VS Code puts into its user data would have a longer path
 * than the system allows, which is 103 bytes.
 */
const PLACE = process.platform === "darwin" ? "/tmp" : tmpdir();

/** Makes an empty temporary folder, which is removed when this process ends, however that comes about. */
export async function makeTemporaryFolder(purpose: string): Promise<string> {
  cleanUpAtEnd();
  const folder = await realpath(await mkdtemp(join(PLACE, `vault-connections-${purpose}-`)));
  folders.add(folder);
  return folder;
}

/** Removes such a folder before that. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, REMOVAL);
  folders.delete(folder);
}

let cleansUp = false;

function cleanUpAtEnd(): void {
  if (cleansUp) return;
  cleansUp = true;
  process.on("exit", () => {
    for (const child of alive) signal(child, "SIGKILL");
    for (const folder of folders) {
      try {
        rmSync(folder, REMOVAL);
      } catch {
        // A program that is about to end may still hold a file; the system clears its temporary folder.
      }
    }
  });
  for (const [name, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
    // Without another listener the default would end this process and skip its exit handlers.
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(code);
    });
  }
}
