import { readdir, readFile } from "node:fs/promises";

import { parseSync } from "oxc-parser";

import { type Node, nodesIn } from "../syntax.js";

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

/** Where a mutant changes the product. */
interface Place {
  /** Relative to the project. */
  readonly file: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A product file, with the parts of it that have a name, and its statements. */
interface SourceFile {
  readonly file: string;
  readonly text: string;
  readonly named: readonly Node[];
  readonly statements: readonly Node[];
}

/** Reads the whole product. */
export async function readProduct(): Promise<readonly SourceFile[]> {
  const folders = ["client", "server", "schemas"].map(async (folder) =>
    (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
  );
  const files = (await Promise.all(folders)).flat();
  return Promise.all(
    files
      .filter((file) => file.endsWith(".ts") && !file.startsWith("schemas/generated/"))
      .map(async (file) => {
        const text = await readFile(file, "utf8");
        const nodes = nodesIn(parseSync(file, text).program);
        const blocks = nodes.filter(({ type }) => type === "BlockStatement" || type === "Program");
        return {
          file,
          text,
          named: nodes.filter((node) => nameOf(node) !== undefined),
          statements: blocks.flatMap(({ body }) => body as Node[]),
        };
      }),
  );
}

/**
 * Finds where a mutant changes the product. Any whitespace counts as the same.
 *
 * @throws {Error} if the product doesn't have exactly one such place
 */
export function placeOf({ in: name, promise, ...mutant }: Mutant, product: readonly SourceFile[]): Place {
  const fragment = mutant.replace ?? mutant.without ?? mutant.skip ?? "";
  const escaped = fragment.trim().replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const pattern = new RegExp(escaped.replaceAll(/\s+/g, String.raw`\s+`), "g");
  // A name may stand inside another of the same name.
  const places = new Map<string, Place>();
  for (const { file, text, named, statements } of product) {
    for (const node of named.filter((one) => nameOf(one) === name)) {
      for (const { index, 0: found } of text.slice(node.start, node.end).matchAll(pattern)) {
        const range = { start: node.start + index, end: node.start + index + found.length };
        const { start, end } = mutant.skip === undefined ? range : innermost(statements, range);
        places.set(`${file}:${start}`, { file, text, start, end });
      }
    }
  }
  const [place, ...more] = places.values();
  if (place && more.length === 0) return place;
  throw new Error(`${name} must contain this exactly once, not ${places.size} times: ${fragment}\nPromise: ${promise}`);
}

/** @returns the smallest of several nodes around a range */
function innermost(
  nodes: readonly Node[],
  { start, end }: { start: number; end: number },
): { start: number; end: number } {
  const around = nodes.filter((node) => node.start <= start && node.end >= end);
  return around.reduce((smallest, node) => (node.end - node.start < smallest.end - smallest.start ? node : smallest));
}

function nameOf({ id, key }: Node): string | undefined {
  return id?.name ?? key?.name;
}
