import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { transform } from "esbuild";
import { parse } from "yaml";

import { CACHE, ROOT } from "../folders.js";
import { type Mutant, placeOf, readProduct } from "./place.js";

const FOLDER = join(ROOT, "scripts/mutants");
/** Holds the original of the changed file, in case this process is killed. */
const LEFTOVER = join(CACHE, "mutants", "original.json");

/** A mutant with the product file that it changes. */
export interface Fault extends Mutant {
  readonly file: string;
  readonly text: string;
  readonly changed: string;
}

/**
 * Reads the mutants of all areas, in the order of their files, and puts the fault of each into its product file.
 *
 * @throws {Error} if a place doesn't occur exactly once, or a result isn't valid TypeScript
 */
export async function mutated(): Promise<Fault[]> {
  const product = await readProduct();
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".yaml")).sort();
  const areas = await Promise.all(
    names.map(async (name) => parse(await readFile(join(FOLDER, name), "utf8")) as Mutant[]),
  );
  return Promise.all(
    areas.flat().map(async (mutant) => {
      const { file, text, start, end } = placeOf(mutant, product);
      const changed = `${text.slice(0, start)}${mutant.with ?? ""}${text.slice(end)}`;
      await transform(changed, { loader: "ts" });
      return { ...mutant, file, text, changed };
    }),
  );
}

/** Changes a product file. {@link restoreLeftover} restores it. */
export async function applyMutant({ file, text, changed }: Fault): Promise<void> {
  await mkdir(dirname(LEFTOVER), { recursive: true });
  await writeFile(LEFTOVER, JSON.stringify({ file, text }));
  await writeFile(file, changed);
}

/** Restores the file that a mutant changed, also if the process that changed it was killed. */
export function restoreLeftover(): void {
  if (!existsSync(LEFTOVER)) return;
  const { file, text } = JSON.parse(readFileSync(LEFTOVER, "utf8")) as Fault;
  writeFileSync(file, text);
  rmSync(LEFTOVER);
}
