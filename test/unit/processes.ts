import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/** A program that tests run several of at once. */
export interface Program {
  /** A folder for what it works on, which is removed with it. */
  readonly folder: string;
  /** Starts it. What it says on standard error is the test's own. */
  start(...args: readonly string[]): ChildProcessByStdio<Writable, Readable, null>;
}

/**
 * Makes a program out of a text in TypeScript, once for all tests of a file.
 *
 * @param importing what it imports, by the folder of which a path begins with `./`
 */
export function useProgram(source: string, importing: string): () => Program {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "vaultconn-program-"));
    await build({
      stdin: { contents: source, resolveDir: importing, loader: "ts" },
      outfile: join(folder, "program.cjs"),
      bundle: true,
      platform: "node",
      mainFields: ["module", "main"],
      logLevel: "error",
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => ({
    folder,
    start: (...args) =>
      spawn(process.execPath, [join(folder, "program.cjs"), ...args], { stdio: ["pipe", "pipe", "inherit"] }),
  });
}
