import { readdir, readFile } from "node:fs/promises";

import { parseSync } from "oxc-parser";

/** What's needed of a node of a syntax tree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: { readonly name?: string };
  readonly key?: { readonly name?: string };
  readonly body?: unknown;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly tag?: Node;
  readonly name?: string;
  readonly value?: unknown;
  readonly arguments?: readonly Node[];
}

/** The TypeScript of a part of the product, with the nodes of each file. */
export async function sourcesOf(part: string) {
  const names = await readdir(part, { recursive: true });
  const own = names.filter((name) => name.endsWith(".ts") && !name.startsWith("generated"));
  return Promise.all(
    own.map(async (name) => {
      const file = `${part}/${name}`;
      const text = await readFile(file, "utf8");
      return { file, text, nodes: nodesIn(parseSync(file, text).program) };
    }),
  );
}

/** All nodes of a syntax tree, outer ones first. */
function nodesIn(tree: unknown): Node[] {
  if (typeof tree !== "object" || tree === null) return [];
  const inside = Object.values(tree).flatMap(nodesIn);
  return "type" in tree ? [tree as Node, ...inside] : inside;
}

/** The titles of tests and groups in a test file, such as in `it.each(…)("title", …)`, with their quotes. */
export function titlesIn(tree: unknown): Node[] {
  return nodesIn(tree).flatMap(({ type, callee, arguments: [title] = [] }) => {
    const isTest = type === "CallExpression" && ["it", "describe", "suite", "test"].includes(nameOf(callee) ?? "");
    return isTest && title && ["Literal", "TemplateLiteral"].includes(title.type) ? [title] : [];
  });
}

function nameOf(node: Node | undefined): string | undefined {
  return node?.name ?? (node && nameOf(node.callee ?? node.object ?? node.tag));
}
