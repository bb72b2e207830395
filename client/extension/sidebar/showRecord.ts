import { asConnectionNode } from "../tenants/nodes.js";
import type { Services } from "../services.js";

/** Shows a connection's record as a document that cannot be edited. */
export async function showRecord({ records }: Pick<Services, "records">, argument?: unknown): Promise<void> {
  const node = asConnectionNode(argument);
  if (node) await records.show(node.session.tenant.origin, node.connection);
}
