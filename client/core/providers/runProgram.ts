import { spawn, type ChildProcess } from "node:child_process";

export interface RunOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working folder. */
  readonly home: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** What is written to standard input; without it, there is none. */
  readonly input?: string;
}

export type RunResult =
  | { readonly kind: "exited"; readonly code: number | string; readonly output: Buffer; readonly errors: string }
  | { readonly kind: "timed-out" | "cancelled" | "too-large" }
  | { readonly kind: "not-started"; readonly reason: string };

const MAX_OUTPUT_BYTES = 64 * 1024;
/** Of standard error, the end is kept. */
const MAX_ERROR_BYTES = 16 * 1024;
/** A helper that stays behind, such as an agent, may keep the output open after the program has ended. */
const AFTER_EXIT_MS = 1000;

/** What the command line and the extension use themselves, such as a client secret, is none of a provider's business. */
const OWN_VARIABLE = /^VAULTCONN_/i;

function environmentFor(env: RunOptions["env"]): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !OWN_VARIABLE.test(name)));
}

/** Runs a program without a shell. When its time is up or it's canceled, the whole process group is ended. */
export function runProgram(file: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { env, home, timeoutMs, signal, input } = options;
  if (signal?.aborted === true) return Promise.resolve({ kind: "cancelled" });
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      cwd: home,
      env: environmentFor(env),
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      shell: false,
      windowsHide: true,
      // A group of its own, which can be ended as a whole; and no terminal to ask for passwords in.
      detached: process.platform !== "win32",
    });
  } catch (error) {
    // Node throws some errors, such as E2BIG, and tells others by an event.
    return Promise.resolve({ kind: "not-started", reason: codeOf(error) });
  }
  return new Promise((resolve) => {
    const output: Buffer[] = [];
    let bytes = 0;
    let errors: Buffer = Buffer.alloc(0);
    let afterExit: NodeJS.Timeout | undefined;
    const end = (result: RunResult) => {
      clearTimeout(timeout);
      clearTimeout(afterExit);
      signal?.removeEventListener("abort", cancel);
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(result);
    };
    const stop = (kind: "timed-out" | "cancelled" | "too-large") => {
      endGroup(child);
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
      afterExit = setTimeout(exited, AFTER_EXIT_MS, code, by);
    });
    child.on("close", exited);
    // A program that ends without reading its input says by its exit code what that means.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

function codeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  return code ?? name;
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") spawn("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true });
    else process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
