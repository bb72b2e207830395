import { asNode } from "../../sidebar/nodes.js";
import { recordText } from "../../sidebar/recordText.js";
import type { Services } from "../../services.js";

/** Shows a connection's record as a document that cannot be edited. */
export async function showRecord({ reviews }: Services, argument?: unknown): Promise<void> {
  const node = asNode(argument);
  if (node?.kind === "connection") await reviews.show(recordText(node.connection), `${node.session.tenant.origin}/${node.connection.id}`, "record");
}
