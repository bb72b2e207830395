import { asConnectionNode } from "../../sidebar/nodes.js";
import { showRecordOf } from "../../sidebar/recordDocument.js";
import type { Services } from "../../services.js";

/** Shows a connection's record as a document that cannot be edited. */
export async function showRecord({ reviews }: Services, argument?: unknown): Promise<void> {
  const node = asConnectionNode(argument);
  if (node) await showRecordOf(node.session.tenant.origin, node.connection, reviews);
}
