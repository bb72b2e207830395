import type { JsonNode } from "../document/tree.js";

/**
 * The nodes around an offset, from the root inwards. A node also has the offset
 * right after its last character.
 */
export function nodesAt(root: JsonNode | undefined, offset: number): readonly JsonNode[] {
  const found: JsonNode[] = [];
  for (let node = root && has(root, offset) ? root : undefined; node; node = node.children?.find((child) => has(child, offset))) found.push(node);
  return found;
}

function has({ offset: start, length }: JsonNode, offset: number): boolean {
  return start <= offset && offset <= start + length;
}
