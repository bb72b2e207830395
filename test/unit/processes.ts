import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeAll } from "vitest";

/** Makes a program of a text in TypeScript, once for all tests of a file. @param importing the folder that `./` means */
export function useProgram(source: string, importing: string) {
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
    return () => rm(folder, { recursive: true, force: true });
  });
  return () => ({
    /** A folder for what it works on, which is removed with it. */
    folder,
    /** Starts it. What it says on standard error is the test's own. */
    start: (...args: readonly string[]) =>
      spawn(process.execPath, [join(folder, "program.cjs"), ...args], { stdio: ["pipe", "pipe", "inherit"] }),
  });
}
