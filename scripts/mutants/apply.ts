import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { transform } from "esbuild";

import { CACHE } from "../folders.js";
import { type Mutant } from "./mutants.js";
import { placeOf, readProduct } from "./place.js";

/** Holds the original of the changed file, in case this process is killed. */
const LEFTOVER = join(CACHE, "mutants", "original.json");

interface Original {
  readonly file: string;
  readonly text: string;
}

/** A mutant with the product file that it changes. */
export interface Fault extends Mutant, Original {
  readonly changed: string;
}

/**
 * Puts the fault of each mutant into its file.
 *
 * @throws {Error} if a place doesn't occur exactly once, or a result isn't valid TypeScript
 */
export async function mutated(mutants: readonly Mutant[]): Promise<Fault[]> {
  const product = await readProduct();
  return Promise.all(
    mutants.map(async (mutant) => {
      const { file, text, start, end } = placeOf(mutant, product);
      const changed = `${text.slice(0, start)}${mutant.with ?? ""}${text.slice(end)}`;
      await transform(changed, { loader: "ts" });
      return { ...mutant, file, text, changed };
    }),
  );
}

/** Changes a product file. {@link restoreLeftover} restores it. */
export async function applyMutant({ file, text, changed }: Fault): Promise<void> {
  const original: Original = { file, text };
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
