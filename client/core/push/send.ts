import { isServiceError, StatusError, type ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { createRedactor } from "../service/redaction/redact.js";
import type { CallOptions } from "../service/calls/wait.js";
import type { PushPlan } from "./plan.js";
import type { PushService } from "./request.js";
import type { Verdict } from "./verify.js";

/** The answer to an update. */
export type Answer =
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
  service: Pick<PushService, "updateConnection">,
  id: string,
  plan: Pick<PushPlan, "body" | "secrets">,
  options: CallOptions = {},
): Promise<Answer> {
  try {
    const { secrets } = plan;
    const record = await service.updateConnection(id, plan.body, { ...options, secrets });
    return { kind: "done", record: withoutSecrets(record, plan.secrets) };
  } catch (error) {
    // A mistake of the program's own may have happened on either side of sending.
    if (!isServiceError(error)) return { kind: "lost", error: undefined };
    return { kind: error.sent === "no" ? "refused" : "lost", error: redacted(error, plan.secrets) };
  }
}

/** A verdict without what was just sent as a credential: whatever the list says afterwards may quote it. */
export function redactVerdict(verdict: Verdict, secrets: readonly string[]): Verdict {
  if ("record" in verdict) return { ...verdict, record: withoutSecrets(verdict.record, secrets) };
  return verdict.error ? { ...verdict, error: redacted(verdict.error, secrets) } : verdict;
}

/**
 * A record without what was just sent as a credential: a service may make the
 * account's name from it. The name is left as it is, for it is sent to be seen.
 */
export function withoutSecrets(record: ConnectionRecord, secrets: readonly string[]): ConnectionRecord {
  const { account_name } = record;
  const reveals = account_name !== undefined && createRedactor(secrets).reveals(account_name);
  return reveals ? { ...record, account_name: undefined } : record;
}

/** Whoever else pushes meanwhile, and however much: the client remembers so much of its latest updates and no more. */
function redacted(error: ServiceError, secrets: readonly string[]): ServiceError {
  if (!(error instanceof StatusError)) return error;
  const { kind, status, operation, host, sent, said, property } = error;
  const redactor = createRedactor(secrets);
  return new StatusError(
    kind,
    status,
    { operation, host, sent },
    said === undefined ? undefined : redactor.redact(said),
    property !== undefined && redactor.reveals(property) ? undefined : property,
  );
}
