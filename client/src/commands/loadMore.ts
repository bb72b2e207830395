import { asNode } from "../sidebar/nodes.js";
import type { Services } from "../services.js";

/** Reads the next page of a tenant's connections. */
export async function loadMore(_services: Services, argument?: unknown): Promise<void> {
  await asNode(argument)?.session.store.loadMore();
}
