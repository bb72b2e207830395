import { asNode } from "../tenants/nodes.js";
import type { Services } from "../services.js";

/** Draws more of the rows that are loaded already, or reads the next page: beyond the first 1,000 connections, pages are read only where they are asked for. */
export async function loadMore({ rowLimits }: Pick<Services, "rowLimits">, argument?: unknown): Promise<void> {
  const node = asNode(argument);
  if (node?.kind === "rest") rowLimits.raise(node.parent);
  else await node?.session.store.loadMore();
}
