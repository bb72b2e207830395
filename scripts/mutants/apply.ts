import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { transform } from "esbuild";

import { CACHE, ROOT } from "../folders.js";
import { type Mutant } from "./mutants.js";

/** Holds the original of the changed file, in case this process is killed. */
const LEFTOVER = join(CACHE, "mutants", "original.json");

interface Original {
  readonly file: string;
  readonly text: string;
}

/**
 * The text of a mutant's file with its fault.
 *
 * @throws {Error} if the place doesn't occur exactly once, or the result isn't valid TypeScript
 */
export async function mutated(mutant: Mutant): Promise<string> {
  const text = await readFile(join(ROOT, mutant.file), "utf8");
  const [before, after, ...more] = text.split(mutant.replace.trimEnd());
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${mutant.file} must contain this exactly once:\n${mutant.replace}\nPromise: ${mutant.promise}`);
  }
  const changed = `${before}${mutant.with.trimEnd()}${after}`;
  await transform(changed, { loader: "ts" });
  return changed;
}

/** Changes a product file. {@link restoreLeftover} restores it. */
export async function applyMutant(mutant: Mutant): Promise<void> {
  const file = join(ROOT, mutant.file);
  const changed = await mutated(mutant);
  const original: Original = { file, text: await readFile(file, "utf8") };
  await mkdir(dirname(LEFTOVER), { recursive: true });
  await writeFile(LEFTOVER, JSON.stringify(original));
  await writeFile(file, changed);
}

/** Restores the file that a mutant changed, also if the process that changed it was killed. */
export function restoreLeftover(): void {
  if (!existsSync(LEFTOVER)) return;
  const original = JSON.parse(readFileSync(LEFTOVER, "utf8")) as Original;
  writeFileSync(original.file, original.text);
  rmSync(LEFTOVER);
}
