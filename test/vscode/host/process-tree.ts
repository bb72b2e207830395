import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

const GRACE_MS = 3000;
const alive = new Set<ChildProcess>();
let watching = false;

/**
 * Starts a program in a process group of its own, so that it can be stopped together with everything it starts. The
 * whole group is also ended when this process ends, however that comes about.
 */
export function spawnTree(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  watchOwnEnd();
  const child = spawn(command, args, { ...options, detached: process.platform !== "win32" });
  alive.add(child);
  return child;
}

/** Ends a program started by {@link spawnTree} and all its descendants; resolves when they are gone. */
export async function stopTree(child: ChildProcess): Promise<void> {
  if (!alive.has(child)) return;
  signal(child, "SIGTERM");
  const deadline = Date.now() + GRACE_MS;
  while (groupExists(child) && Date.now() < deadline) await wait(50);
  signal(child, "SIGKILL");
  alive.delete(child);
}

function watchOwnEnd(): void {
  if (watching) return;
  watching = true;
  process.on("exit", () => {
    for (const child of alive) signal(child, "SIGKILL");
  });
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    // Without another listener the default would end this process and skip its exit handlers.
    process.on(name, () => {
      if (process.listenerCount(name) === 1) process.exit(code);
    });
  }
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32")
      execFileSync("taskkill", ["/pid", String(child.pid), "/t", "/f"], { stdio: "ignore" });
    else process.kill(-child.pid, name);
  } catch {
    // The group is gone already.
  }
}

function groupExists(child: ChildProcess): boolean {
  if (child.pid === undefined) return false;
  if (process.platform === "win32") return child.exitCode === null && child.signalCode === null;
  try {
    process.kill(-child.pid, 0);
    return true;
  } catch {
    return false;
  }
}
