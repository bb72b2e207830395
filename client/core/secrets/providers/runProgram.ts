import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { codeOf } from "../../text/codeOf.js";

export interface RunOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working folder; by default, the root of the drive. Never the workspace. */
  readonly home: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Text for standard input, which is otherwise closed. */
  readonly input?: string;
}

export type RunResult =
  | { readonly kind: "exited"; readonly code: number | string; readonly output: Buffer; readonly errors: string }
  | { readonly kind: "timed-out" | "cancelled" | "too-large" }
  | { readonly kind: "not-started"; readonly reason: string };

const MAX_OUTPUT_BYTES = 64 * 1024;
/** Keeps the end of standard error. */
const MAX_ERROR_BYTES = 16 * 1024;
/** How long to wait for output after exit. A helper that keeps running, such as an agent, may keep it open. */
const DRAIN_TIMEOUT_MS = 1000;

/** Variables for vaultconn itself, such as a client secret, which providers don't get. */
const OWN_VARIABLE = /^VAULTCONN_/i;

/** Programs in groups of their own outlive this process, without a time limit, unless they're killed. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) killGroup(child);
});

/** Runs a program without a shell. On timeout or cancellation, kills its process group. */
export function runProgram(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { env, home, timeoutMs, signal, input } = options;
  if (signal?.aborted === true) return Promise.resolve({ kind: "cancelled" });
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      cwd: home ?? path.parse(process.execPath).root,
      // GnuPG and others translate what they say.
      env: { ...Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_VARIABLE.test(name))), LANGUAGE: "en" },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      shell: false,
      windowsHide: true,
      // Creates a process group, to kill it as a whole, and detaches the terminal, so that nothing prompts there.
      detached: process.platform !== "win32",
    });
  } catch (error) {
    // Node throws some errors, such as E2BIG, and emits events for others.
    return Promise.resolve({ kind: "not-started", reason: codeOf(error) });
  }
  running.add(child);
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    let bytes = 0;
    let errors: Buffer = Buffer.alloc(0);
    let afterExit: NodeJS.Timeout | undefined;
    const end = (result: RunResult) => {
      running.delete(child);
      clearTimeout(timeout);
      clearTimeout(afterExit);
      signal?.removeEventListener("abort", cancel);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(result);
    };
    const stop = (kind: "timed-out" | "cancelled" | "too-large") => {
      killGroup(child);
      end({ kind });
    };
    const cancel = () => {
      stop("cancelled");
    };
    const timeout = setTimeout(stop, timeoutMs, "timed-out");
    signal?.addEventListener("abort", cancel);
    child.stdout?.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      output.push(chunk);
      if (bytes > MAX_OUTPUT_BYTES) stop("too-large");
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      errors = Buffer.concat([errors, chunk]).subarray(-MAX_ERROR_BYTES);
    });
    const exited = (code: number | null, by: string | null) => {
      end({ kind: "exited", code: code ?? by ?? "", output: Buffer.concat(output), errors: errors.toString("utf8") });
    };
    child.on("error", (error) => {
      end({ kind: "not-started", reason: codeOf(error) });
    });
    child.on("exit", (code, by) => {
      afterExit = setTimeout(exited, DRAIN_TIMEOUT_MS, code, by);
    });
    child.on("close", exited);
    // If a program exits without reading its input, the exit code decides.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** By its path, because Windows looks for a name in the current folder first, which may be a repository. */
const TASKKILL = path.win32.join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe");

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") spawn(TASKKILL, ["/pid", String(pid), "/T", "/F"], { windowsHide: true });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It has already exited.
  }
}
