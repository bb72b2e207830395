import type { JsonNode } from "./tree.js";

/** The way from the root to a value: names of properties and indices of elements. */
export function pathTo(node: JsonNode): readonly (string | number)[] {
  const path: (string | number)[] = [];
  for (let current = node; current.parent; current = current.parent) {
    const { parent } = current;
    if (parent.type === "property") path.unshift(String(parent.children?.[0]?.value));
    else if (parent.type === "array") path.unshift(parent.children?.indexOf(current) ?? 0);
  }
  return path;
}
