import type { ServiceClient } from "../service/client.js";
import { isServiceError, StatusError, type ServiceError } from "../service/errors/errors.js";
import { toPlainRecord } from "../service/operations/compactRecord.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { createRedactor } from "../service/redaction/redact.js";
import type { CallOptions } from "../service/calls/wait.js";
import type { PushPlan } from "./plan.js";

/** The update operation. */
export type UpdateService = Pick<ServiceClient, "updateConnection">;

/** What became of one attempt to send. */
export type Sent =
  | { readonly kind: "done"; readonly record: ConnectionRecord }
  /** It was certainly not applied. */
  | { readonly kind: "refused"; readonly error: ServiceError }
  /** It may have been applied or not, and is not sent again. */
  | { readonly kind: "lost"; readonly error: ServiceError | undefined };

/**
 * Sends the body of a plan, byte for byte ("PATCH {base_url}/flows/vault/connections/{id}").
 * Never rejects. Nothing of it can hold a credential: what the service says back is redacted.
 */
export async function sendUpdate(
  service: UpdateService,
  plan: Pick<PushPlan, "target" | "body" | "secrets">,
  options: CallOptions = {},
): Promise<Sent> {
  try {
    const record = await service.updateConnection(plan.target.id, plan.body, options);
    return { kind: "done", record: withoutSecrets(record, plan.secrets) };
  } catch (error) {
    // A mistake of the program's own may have happened on either side of sending.
    if (!isServiceError(error)) return { kind: "lost", error: undefined };
    return { kind: error.sent === "no" ? "refused" : "lost", error: redacted(error, plan.secrets) };
  }
}

/**
 * A record without what was just sent as a credential: a service may make the
 * account's name from it. The name is left as it is, for it is sent to be seen.
 */
export function withoutSecrets(record: ConnectionRecord, secrets: readonly string[]): ConnectionRecord {
  const { account_name, ...others } = toPlainRecord(record);
  return account_name !== undefined && createRedactor(secrets).reveals(account_name) ? others : record;
}

/** The client has redacted what stands in the setup. References may also stand in the name and in fields that are no secrets. */
function redacted(error: ServiceError, secrets: readonly string[]): ServiceError {
  if (!(error instanceof StatusError) || error.said === undefined) return error;
  const { kind, status, operation, host, sent, said, property } = error;
  return new StatusError(kind, status, { operation, host, sent }, createRedactor(secrets).redact(said), property);
}
