import { readdir, readFile } from "node:fs/promises";

import { transform } from "esbuild";
import { parse } from "yaml";

import { type Node, sourcesOf } from "../syntax.js";

/**
 * A fault to put into the product: a small change that breaks a promise to the user.
 *
 * It gives its place by a name and a short fragment, so that files may move and lines may change.
 */
interface Mutant {
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
  /** The test files that can find it. None if the growth table does. */
  readonly tests: readonly string[];
  /** A text in the names of the axes of the growth table that mark it. */
  readonly axes?: string;
}

/** A mutant with the product file that it changes. */
export interface Fault extends Mutant {
  /** Relative to the project. */
  readonly file: string;
  readonly text: string;
  readonly changed: string;
}

const FOLDER = "scripts/mutants";

/**
 * Reads the mutants of all areas, in the order of their files, and puts the fault of each into its product file.
 *
 * @throws {Error} if a place doesn't occur exactly once, or a result isn't valid TypeScript
 */
export async function mutated(): Promise<Fault[]> {
  const product = await readProduct();
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(".yaml")).sort();
  const areas = await Promise.all(
    names.map(async (name) => parse(await readFile(`${FOLDER}/${name}`, "utf8")) as Mutant[]),
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

/** Reads the whole product: the text of each file, the parts of it that have a name, and its statements, outer ones first. */
async function readProduct() {
  const sources = await Promise.all(["client", "server", "schemas"].map(sourcesOf));
  return sources.flat().map(({ file, text, nodes }) => {
    const blocks = nodes.filter(({ type }) => type === "BlockStatement" || type === "Program");
    const named = nodes.filter((node) => nameOf(node) !== undefined);
    return { file, text, named, statements: blocks.flatMap(({ body }) => body as Node[]) };
  });
}

/**
 * Finds where a mutant changes the product. Any whitespace counts as the same.
 *
 * @throws {Error} if the product doesn't have exactly one such place
 */
function placeOf({ in: name, promise, ...mutant }: Mutant, product: Awaited<ReturnType<typeof readProduct>>) {
  const fragment = mutant.replace ?? mutant.without ?? mutant.skip ?? "";
  const escaped = fragment.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const pattern = new RegExp(escaped.replaceAll(/\s+/g, String.raw`\s+`), "g");
  // A name may stand inside another of the same name.
  const places = new Map<string, Pick<Fault, "file" | "text"> & Pick<Node, "start" | "end">>();
  for (const { file, text, named, statements } of product) {
    for (const node of named.filter((one) => nameOf(one) === name)) {
      for (const { index, 0: found } of text.slice(node.start, node.end).matchAll(pattern)) {
        const range = { start: node.start + index, end: node.start + index + found.length };
        const statement = statements.findLast((around) => around.start <= range.start && around.end >= range.end);
        const { start, end } = mutant.skip === undefined ? range : (statement ?? range);
        places.set(`${file}:${start}`, { file, text, start, end });
      }
    }
  }
  const [place, ...more] = places.values();
  if (place && more.length === 0) return place;
  throw new Error(`${name} must contain this exactly once, not ${places.size} times: ${fragment}\nPromise: ${promise}`);
}

function nameOf({ id, key }: Node): string | undefined {
  return id?.name ?? key?.name;
}
