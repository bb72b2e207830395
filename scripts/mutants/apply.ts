import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { transform } from "esbuild";

import { CACHE, ROOT } from "../folders.js";
import { readJson } from "../test/outcome.js";
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

/** Changes a product file. @returns what restores it */
export async function applyMutant(mutant: Mutant): Promise<() => Promise<void>> {
  const file = join(ROOT, mutant.file);
  const changed = await mutated(mutant);
  const text = await readFile(file, "utf8");
  const original: Original = { file, text };
  await mkdir(dirname(LEFTOVER), { recursive: true });
  await writeFile(LEFTOVER, JSON.stringify(original));
  await writeFile(file, changed);
  return restoreLeftover;
}

/** Restores the file that a mutant changed, also if the process that changed it was killed. */
export async function restoreLeftover(): Promise<void> {
  const original = await readJson<Original>(LEFTOVER);
  if (original === undefined) return;
  await writeFile(original.file, original.text);
  await rm(LEFTOVER);
}
