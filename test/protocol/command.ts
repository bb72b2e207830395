import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { CLI, SERVER } from "./session.js";

/** How a run of the command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run is given. */
export interface Given {
  readonly program?: string;
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: NodeJS.ProcessEnv;
}

/** What could change how the command prints is left to each test. */
const ENVIRONMENT = { ...process.env, GITHUB_WORKSPACE: undefined, NO_COLOR: undefined, FORCE_COLOR: undefined };

/** Runs `vaultconn check` as it is shipped, to its end. */
export function check(args: readonly string[], given: Given = {}): Promise<Ended> {
  return command(["check", ...args], { program: CLI, ...given });
}

/** Runs a program as it is shipped, to its end; the language server if nothing else is given. */
export async function command(
  args: readonly string[],
  { program = SERVER, cwd, input = "", env = {} }: Given = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...ENVIRONMENT, ...env }, stdio: "pipe" });
  const exited = once(child, "exit") as Promise<[number | null]>;
  // Who reads no input may be gone before it is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

/** Writes files below a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  const entries = Object.entries(files).map(([name, content]) => [path.join(folder, name), content] as const);
  const folders = new Set(entries.map(([full]) => path.dirname(full)));
  // Of thousands, the detour of doing it asynchronously would take most of the time.
  for (const each of folders) mkdirSync(each, { recursive: true });
  for (const [full, content] of entries) writeFileSync(full, content);
}
