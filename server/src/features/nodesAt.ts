import type { JsonNode } from "../document/tree.js";

/**
 * The nodes around an offset, from the root inwards. A node also has the offset
 * right after its last character.
 */
export function nodesAt(root: JsonNode | undefined, offset: number): readonly JsonNode[] {
  const found: JsonNode[] = [];
  for (let node = root && has(root, offset) ? root : undefined; node; node = childAt(node.children ?? [], offset))
    found.push(node);
  return found;
}

/** The first of the nodes that has the offset. They stand in the order of the text, and there may be very many. */
function childAt(nodes: readonly JsonNode[], offset: number): JsonNode | undefined {
  let low = 0;
  let high = nodes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const node = nodes[middle];
    if (node && node.offset + node.length < offset) low = middle + 1;
    else high = middle;
  }
  const node = nodes[low];
  return node && has(node, offset) ? node : undefined;
}

function has({ offset: start, length }: JsonNode, offset: number): boolean {
  return start <= offset && offset <= start + length;
}
