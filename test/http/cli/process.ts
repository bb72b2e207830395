import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { commandOf } from "../../../scripts/build/build.js";
import { canary } from "../client/support.js";
import type { Repository } from "./support.js";

/** The version that is built in, which is that of no release. */
export const VERSION = "1.2.3-test";

/** Bundles the command as it is shipped, once for all tests of a file. @returns where the program is, with what it loads beside it */
export function bundled(): () => string {
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "vaultconn-bundle-"));
    await Promise.all(commandOf(VERSION, true).map((options) => build({ ...options, outdir: folder })));
    copyFileSync("docs/diagnostics.md", join(folder, "diagnostics.md"));
    copyFileSync("schemas/generated/vaultconn.schema.json", join(folder, "vaultconn.schema.json"));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return () => join(folder, "cli.js");
}

/** Starts the command in a process of its own. What it prints is watched for secrets. */
export function start(bundle: string, repository: Repository, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [bundle, ...args], {
    cwd: repository.root,
    env: { PATH: process.env["PATH"], ...repository.environment(env) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const ended = Promise.all([text(child.stdout), text(child.stderr), exited]).then(
    ([stdout, stderr, [code, signal]]) => {
      canary.saw(stdout, stderr);
      return { stdout, stderr, code: code ?? -1, signal };
    },
  );
  return { child, ended };
}
