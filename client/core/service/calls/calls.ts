import type { Limiter } from "./limiter.js";
import { readMessage } from "./serviceMessage.js";
import type { CallOptions, Clock } from "./wait.js";
import {
  CancelledError,
  type Failure,
  type Operation,
  type ServiceError,
  StatusError,
  isServiceError,
} from "../errors/errors.js";
import { ruleOf } from "../errorTable.js";
import type { Redactor } from "../redaction/redact.js";
import { retryWait } from "../transport/rateLimit.js";
import type { Reply, ServiceRequest, Transport } from "../transport/transport.js";

/** How often a request may be made again. A change is made again only when it was certainly not applied. */
export interface RetryPolicy {
  /** After 429. */
  readonly rateLimited: number;
  /** After 5xx, a lost answer or a connection that failed. */
  readonly failed: number;
}

/** Reading changes nothing, so it may be repeated after anything that passes. */
export const READ_RETRIES: RetryPolicy = { rateLimited: 5, failed: 2 };
/** After 429 a change was not applied; after anything else that may be so, and it is not sent again. */
export const CHANGE_RETRIES: RetryPolicy = { rateLimited: 1, failed: 0 };

/** Where tokens come from, as a request needs them. */
export interface Tokens {
  /** @throws ServiceError */
  get(options: CallOptions): Promise<string>;
  /**
   * Takes note that a token was refused.
   * @returns whether there is another one now.
   * @throws ServiceError
   */
  renew(refused: string, options: CallOptions): Promise<boolean>;
  /** Takes note that a token lacks something that whoever issues tokens may grant meanwhile: the next request asks for another. */
  drop(token: string): void;
}

/** What calls to one origin are made with. */
export interface CallContext {
  readonly transport: Transport;
  readonly limiter: Limiter;
  /** Its waits end when the client is closed. */
  readonly clock: Clock;
  /** Aborts when the client is closed. */
  readonly closed: AbortSignal;
  readonly host: string;
  /** Without tokens the request is made as it is. */
  readonly tokens?: Tokens | undefined;
}

/**
 * Makes a request until it succeeds or may not be made again: waits for the rate
 * limit, renews a refused token once, repeats as the policy allows.
 * @returns the answer, which has a 2xx status.
 * @throws ServiceError
 */
export async function call(
  context: CallContext,
  request: ServiceRequest,
  policy: RetryPolicy,
  options: CallOptions = {},
): Promise<Reply> {
  const where = { operation: request.operation, host: context.host };
  return asCancelledError(repeat(context, request, policy, options), where, [options.signal, context.closed]);
}

/** Makes a `CancelledError` of whatever a wait ends with because of one of its signals; nothing was on its way then. */
export async function asCancelledError<T>(
  work: Promise<T>,
  where: Omit<Failure, "sent">,
  signals: readonly (AbortSignal | undefined)[],
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isServiceError(error) || !signals.some((signal) => signal?.aborted)) throw error;
    throw new CancelledError({ ...where, sent: "no" });
  }
}

async function repeat(
  { transport, limiter, clock, host, tokens }: CallContext,
  request: ServiceRequest,
  policy: RetryPolicy,
  options: CallOptions,
): Promise<Reply> {
  const used = { rateLimited: 0, failed: 0, renewed: false };
  for (;;) {
    const token = await tokens?.get(options);
    const turn = await limiter.takeTurn(options, policy.rateLimited - used.rateLimited);
    let reply: Reply | undefined;
    let error: ServiceError;
    try {
      reply = await transport.send(request, token, options.signal);
      if (reply.status < 300) return reply;
      error = statusError(reply, { operation: request.operation, host }, request.redactor);
    } catch (thrown) {
      if (!isServiceError(thrown)) throw thrown;
      error = thrown;
    } finally {
      limiter.endTurn(turn, reply);
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
 * The error an answer means ("Errors"). The list operation's statuses are not
 * documented and are read the same way. After a 5xx, and after 408, an update may
 * have been applied; after any other refusal it was not.
 */
function statusError(
  reply: Reply,
  where: { readonly operation: Operation; readonly host: string },
  redactor: Redactor,
): StatusError {
  const uncertain = reply.status >= 500 || reply.status === 408;
  const sent = where.operation === "update" && uncertain ? "maybe" : "no";
  const { said, property } = readMessage(reply, redactor);
  return new StatusError(
    kindOf(reply.status),
    reply.status,
    { ...where, sent },
    said,
    where.operation === "update" ? property : undefined,
  );
}

function kindOf(status: number): StatusError["kind"] {
  switch (status) {
    case 401:
      return "unauthorized";
    case 403:
      return "forbidden";
    case 404:
      return "not-found";
    case 429:
      return "rate-limited";
    default:
      return status >= 500 || status === 408 ? "server" : "bad-request";
  }
}
