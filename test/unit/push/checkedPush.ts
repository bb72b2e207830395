import { compareRecords, stateOf } from "../../../client/core/push/compareRecords.js";
import { planPush } from "../../../client/core/push/planPush.js";
import type { PushRequest } from "../../../client/core/push/pushTypes.js";
import { resolveReferences } from "../../../client/core/secrets/resolve.js";
import { inspect, recordFrom } from "../records.js";
import { sourcesOf } from "../storage.js";

export const CANARY = "canary-review-3f1d";
const RECORD = recordFrom({ name: "Billing hook", updated_at: new Date().toISOString() });

/** A push that is ready for review. */
export async function checked(
  id: string,
  file: object,
  {
    origin = "https://acme.example",
    tenantName = origin.includes("acme") ? "Acme" : "Globex",
    before = {},
    name = "Billing hook",
    isRead = true,
  } = {},
) {
  const record = { ...RECORD, id, name };
  const inspected = inspect({ id, ...file });
  const resolved = await resolveReferences(inspected, sourcesOf({ env: { KEY: CANARY, PADDED: ` ${CANARY}` } }));
  if (!resolved.ok) throw new Error(resolved.problems[0]?.text);
  const plan = planPush(inspected, resolved, id, isRead ? record : undefined);
  const drift = compareRecords(stateOf({ ...record, ...before }), stateOf(record));
  const target = { origin, tenantName, id, connection: record.name, file: `file:///${id}.vaultconn.json` };
  return { request: {} as PushRequest, inspected, target, plan, drift };
}
