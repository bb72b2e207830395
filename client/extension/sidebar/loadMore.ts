import { asNode } from "../tenants/nodes.js";
import type { Services } from "../services.js";

/** Draws more of the rows that are loaded already. */
export function showMoreRows({ rowLimits }: Pick<Services, "rowLimits">, argument?: unknown): void {
  const node = asNode(argument);
  if (node?.kind === "rest" && typeof node.parent === "string") rowLimits.raise(node.parent);
}

/** Reads the next page of a tenant's connections, beyond the first 1,000, which are read without being asked for. */
export async function loadMore(_services: unknown, argument?: unknown): Promise<void> {
  await asNode(argument)?.session.store.loadMore();
}
