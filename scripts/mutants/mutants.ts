import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { parse } from "yaml";

import { ROOT } from "../folders.js";

/** A fault to put into one product file: a small change that breaks a promise to the user. */
export interface Mutant {
  /** The promise that it breaks, as a sentence. */
  readonly promise: string;
  /** The product file, relative to the project. */
  readonly file: string;
  /** What is replaced. Occurs exactly once in the file. */
  readonly replace: string;
  readonly with: string;
  /** The test files that can find it. */
  readonly tests: readonly string[];
}

const FOLDER = join(ROOT, "scripts/mutants");

/** Reads the mutants of all areas, in the order of their files. */
export async function readMutants(): Promise<Mutant[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".yaml")).sort();
  const areas = await Promise.all(
    names.map(async (name) => parse(await readFile(join(FOLDER, name), "utf8")) as Mutant[]),
  );
  return areas.flat();
}
