import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { parse } from "yaml";

import { ROOT } from "../folders.js";

/**
 * A fault to put into the product: a small change that breaks a promise to the user.
 *
 * It gives its place by a name and a short fragment, so that files may move and lines may change.
 */
export interface Mutant {
  /** The promise that it breaks, as a sentence. */
  readonly promise: string;
  /** The function, method, class or constant that has the fragment. */
  readonly in: string;
  /** The fragment. One of these three. */
  readonly replace?: string;
  /** Nothing takes its place. */
  readonly without?: string;
  /** The statement that contains it is left out. */
  readonly skip?: string;
  /** What takes the place of {@link replace}. */
  readonly with?: string;
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
