import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

import { CACHE } from "../folders.js";
import { runCommand } from "../../test/vscode/provision/programs.js";

/** It brings 20 MB of native code, which no one who only tests should have to install. */
const SHARP = "0.35.5";

/** As much of sharp as is used. */
type Sharp = (png: Buffer) => {
  png(options: Readonly<Record<string, unknown>>): { toBuffer(): Promise<Buffer> };
};

/** At least as good as this, of 100, when the colors are reduced to a palette. */
const QUALITY = 90;

/**
 * Brings what makes pictures small.
 *
 * @returns turns a PNG into a smaller one that looks the same
 * @throws {Error} when it can't be installed
 */
export async function provisionShrinking(log: (line: string) => void): Promise<(png: Buffer) => Promise<Buffer>> {
  const folder = join(CACHE, "pictures");
  const manifest = join(folder, "node_modules", "sharp", "package.json");
  if ((await versionIn(manifest)) !== SHARP) {
    log(`Installing sharp ${SHARP} (once)`);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
    await runCommand("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", `sharp@${SHARP}`], {
      cwd: folder,
    });
  }
  const sharp = createRequire(manifest)("sharp") as Sharp;
  return (png) => sharp(png).png({ palette: true, quality: QUALITY, effort: 10, compressionLevel: 9 }).toBuffer();
}

async function versionIn(manifest: string): Promise<string | undefined> {
  const text = await readFile(manifest, "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as { version: string }).version;
}
