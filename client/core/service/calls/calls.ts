import type { Limiter } from "./limiter.js";
import { readMessage, readWebPage } from "./serviceMessage.js";
import type { Clock, CancellableCall } from "./wait.js";
import {
  type Operation,
  type Refusal,
  type ServiceError,
  type StatusError,
  type WebPage,
  isServiceError,
  serviceError,
} from "../errors/errors.js";
import { ruleOf } from "../errorTable.js";
import { otherAudience } from "./tokenAudience.js";
import type { Redactor } from "../redaction/redact.js";
import { retryWait } from "../transport/rateLimit.js";
import type { Reply, ServiceRequest, Transport } from "../transport/transport.js";

/** `rateLimited`: after 429; `failed`: after 5xx, a lost response or a failed connection. */
export type RetryPolicy = Readonly<Record<"rateLimited" | "failed", number>>;

/** Reads can be repeated after any transient failure. */
export const READ_RETRIES: RetryPolicy = { rateLimited: 5, failed: 2 };
/** A change certainly wasn't applied after 429. After other failures it may have been, so it isn't sent again. */
export const CHANGE_RETRIES: RetryPolicy = { rateLimited: 1, failed: 0 };

export interface Tokens {
  /** @throws ServiceError */
  get(options: CancellableCall): Promise<string>;
  /** @returns whether there's a different token now. @throws ServiceError */
  renew(refused: string, options: CancellableCall): Promise<boolean>;
  /** Makes the next call request a new token, which may have more scopes. */
  drop(token?: string): void;
}

export interface CallContext {
  readonly transport: Transport;
  readonly limiter: Limiter;
  readonly clock: Clock;
  readonly host: string;
  readonly redactor: Redactor;
  readonly tokens?: Tokens | undefined;
}

/**
 * Sends a request. Retries as the policy allows, and once with a new token after 401.
 * @returns a reply with a 2xx status.
 * @throws ServiceError, or the abort reason if a wait before sending is aborted.
 */
export async function call(
  { transport, limiter, clock, host, redactor, tokens }: CallContext,
  request: ServiceRequest,
  policy: RetryPolicy,
  options: CancellableCall,
): Promise<Reply> {
  const used = { rateLimited: 0, failed: 0, renewed: false };
  for (;;) {
    const token = await tokens?.get(options);
    const slot = await limiter.acquireSlot(options);
    let reply: Reply | undefined;
    let error: ServiceError;
    try {
      reply = await transport.send(request, token, options.signal);
      const page = readWebPage(reply, redactor);
      if (reply.status < 300 && !page) return reply;
      error = statusError(reply, { operation: request.operation, host }, { redactor, page, token });
    } catch (thrown) {
      if (!isServiceError(thrown)) throw thrown;
      error = thrown;
    } finally {
      limiter.releaseSlot(slot, reply);
    }
    if (error.kind === "rate-limited") {
      const wait = retryWait(reply?.rateLimit?.waitSeconds, used.rateLimited, () => clock.random());
      limiter.block(wait);
    }
    if (error.kind === "forbidden" && token !== undefined) tokens?.drop(token);
    if (error.kind === "unauthorized" && tokens && token !== undefined && !used.renewed) {
      used.renewed = true;
      if (!(await tokens.renew(token, options))) throw error;
    } else if (error.kind === "rate-limited" && used.rateLimited < policy.rateLimited) {
      used.rateLimited++;
    } else if (ruleOf(error).isTransient && used.failed < policy.failed) {
      await clock.sleep(1000 * retryWait(undefined, used.failed++, () => clock.random()), options.signal);
    } else {
      throw error;
    }
  }
}

/**
 * Follows "Errors", even for lists, which document no statuses. After 5xx, 408, and 499, with which a proxy says that it
 * stopped waiting, an update may have been applied, and so it may if a page came instead of the service's answer: some
 * firewalls only block what the service returns.
 */
function statusError(
  reply: Reply,
  where: { readonly operation: Operation; readonly host: string },
  {
    redactor,
    page,
    token = "",
  }: { readonly redactor: Redactor; readonly page: WebPage | undefined; readonly token: string | undefined },
): ServiceError {
  const isUncertain = reply.status >= 500 || reply.status === 408 || reply.status === 499;
  const kind = KINDS.get(reply.status) ?? (isUncertain ? "server" : "bad-request");
  const isPage = page !== undefined && kind !== "server" && kind !== "rate-limited";
  const sent = where.operation === "update" && (isUncertain || isPage) ? "maybe" : "no";
  if (isPage) return serviceError({ kind: "not-json", page }, { ...where, sent });
  const { text, property, code } = readMessage(reply, redactor);
  return serviceError(
    {
      kind,
      status: reply.status,
      serviceMessage: text,
      property: where.operation === "update" ? property : undefined,
      issuedFor: kind === "unauthorized" ? otherAudience(token, where.host) : undefined,
      refusal: where.operation === "sign-in" ? refusalOf(reply.status, code, text) : undefined,
      page,
    },
    { ...where, sent },
  );
}

/** By the codes of RFC 6749 (section 5.2), RFC 8707 (section 2) and Microsoft. */
const REFUSALS: Readonly<Record<Exclude<Refusal, "request">, readonly string[]>> = {
  client: ["invalid_client"],
  grant: ["unauthorized_client", "unsupported_grant_type"],
  audience: ["access_denied", "invalid_target", "invalid_resource"],
  scope: ["invalid_scope"],
};

/** Words about the method of sign-in, but not those of RFC 6749 about everything that `invalid_client` may mean. */
const METHOD = /^(?!.*unknown client).*(?:auth\w{0,20} method|client_secret_[a-z]|private_key_jwt)/i;

/**
 * What the token endpoint refused. With status 401, `access_denied` and unknown codes mean the client's credentials, and
 * so does Keycloak's `unauthorized_client` if its words are about them.
 */
export function refusalOf(status: number, code = "", text = ""): Refusal {
  const coded = (["client", "grant", "audience", "scope"] as const).find((refusal) => REFUSALS[refusal].includes(code));
  const named = METHOD.test(text) ? "grant" : coded;
  const isClient = !named || code === "access_denied" || /\b(?:secret|credentials)\b/i.test(text);
  return status === 401 && isClient ? "client" : (named ?? "request");
}

const KINDS: ReadonlyMap<number, StatusError["kind"]> = new Map([
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [429, "rate-limited"],
]);
