import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { call, CHANGE_RETRIES, READ_RETRIES, type CallContext, type RetryPolicy } from "./calls/calls.js";
import { findPreflightFailure, type PreflightFailure } from "./signIn/claims.js";
import { isServiceError, serviceError, type Operation, type ServiceError } from "./errors/errors.js";
import { ruleOf } from "./errorTable.js";
import type { Limits } from "./transport/exchange.js";
import { Limiter } from "./calls/limiter.js";
import {
  type Reply,
  type ServiceLog,
  type ServiceRequest,
  type Transport,
  createTransport,
  DEFAULT_LIMITS,
} from "./transport/transport.js";
import { secretsOf, type NetworkSettings } from "./transport/network.js";
import { parseBaseUrl } from "./origin.js";
import { parseJson } from "../text/json.js";
import { memoize } from "../text/memoize.js";
import { pageRequest, readPageReply, type Page } from "./operations/listPages.js";
import { createListReader, type ListReader, type RecordPlaces } from "./operations/recordReader.js";
import type { ConnectionRecord } from "./operations/records.js";
import { Secrets, secretsIn } from "./redaction/secrets.js";
import { createTokens, type CredentialSource } from "./signIn/token.js";
import { readUpdated, updateRequest, type UpdateOptions } from "./operations/update.js";
import { systemClock, type CallOptions, type CancellableCall, type Clock } from "./calls/wait.js";

export interface ServiceClientOptions {
  readonly tenant: { readonly baseUrl: string };
  readonly credential: CredentialSource;
  /** Called with each failure that only another sign-in can fix. */
  readonly onSignInNeeded?: ((failure: ServiceError) => void) | undefined;
  readonly log: ServiceLog;
  readonly network?: NetworkSettings | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /** Where connections of the tenant were seen. */
  readonly places?: ReturnType<RecordPlaces["of"]> | undefined;
  readonly clock?: Clock | undefined;
}

/** Every method rejects with a `ServiceError`. */
export interface ServiceClient extends ListReader {
  /** Reads up to `PAGE_SIZE` records. @param page counted from 0. */
  listPage(page: number, options?: CallOptions): Promise<Page>;
  /**
   * Sends an update. Retries only after 401 or 429, when it wasn't applied. Otherwise, the error's `sent` says whether
   * it may have been.
   * @param update from `serializeUpdate`, sent exactly as reviewed.
   */
  updateConnection(id: string, update: string, options?: UpdateOptions): Promise<ConnectionRecord>;
  /** Checks the token. `expired` depends on this machine's clock, which may be wrong. Only a 401 makes it certain. */
  preflightFailure(options?: CallOptions): Promise<PreflightFailure | undefined>;
  /** Redacts these texts from later responses, like the credentials of the client's latest updates. */
  keepSecret(texts: readonly string[]): void;
  /** Makes the next call request a new token, because a new sign-in may have other scopes. */
  dropToken(): void;
  /** Applies with the next request. */
  configure(network: NetworkSettings): void;
  /** Aborts requests in progress. Later ones fail before they're sent. */
  close(): Promise<void>;
}

/** Creates a client without sending anything. @throws ServiceError if the base URL isn't allowed. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { credential, onSignInNeeded, log, places, clock = systemClock } = options;
  const parsed = parseBaseUrl(options.tenant.baseUrl);
  if (!parsed.ok)
    throw serviceError(
      { kind: "invalid-request", problem: parsed.problem },
      { operation: "list", host: "", sent: "no" },
    );
  const base = new URL(parsed.value.baseUrl);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  let { network = {} } = options;
  const secrets = new Secrets();
  secrets.addLasting(secretsOf(network));
  const closing = new AbortController();
  // Each request in progress adds a listener, so more than ten aren't a leak.
  setMaxListeners(0, closing.signal);
  const transports: Transport[] = [];
  // All calls to an origin share connections and the rate limit.
  const contextFor = memoize((origin: string): CallContext => {
    const url = new URL(origin);
    const transport = createTransport(url, network, limits, log, secrets);
    transports.push(transport);
    return { transport, limiter: new Limiter(clock), clock, redactor: secrets, host: url.host };
  });
  const tokens = createTokens({ credential, contextFor, base, clock, secrets, closed: closing.signal });
  let replacements = 0;

  const ended = new WeakMap<AbortSignal, AbortSignal>();
  /** A listing passes the same signal with each page, and combining signals takes long. */
  function endedBy(signal: AbortSignal): AbortSignal {
    const end = ended.get(signal) ?? AbortSignal.any([closing.signal, signal]);
    if (!ended.has(signal)) setMaxListeners(0, end);
    ended.set(signal, end);
    return end;
  }

  /**
   * Runs work until the client closes. Reports that another sign-in is needed, unless there was one during the call. An
   * aborted wait throws `cancelled` with nothing sent.
   */
  async function untilClosed<T>(
    operation: Operation,
    { signal, onWait }: CallOptions = {},
    work: (options: CancellableCall) => Promise<T>,
  ): Promise<T> {
    const before = replacements;
    const end = signal ? endedBy(signal) : closing.signal;
    try {
      return await work({ signal: end, onWait });
    } catch (error) {
      if (!isServiceError(error) && end.aborted)
        throw serviceError({ kind: "cancelled" }, { operation, host: base.host, sent: "no" });
      if (before === replacements && isServiceError(error) && ruleOf(error).needsSignIn) onSignInNeeded?.(error);
      throw error;
    }
  }

  function send(request: ServiceRequest, policy: RetryPolicy, how: CallOptions | undefined): Promise<Reply> {
    const context = { ...contextFor(base.origin), tokens };
    return untilClosed(request.operation, how, (ended) => call(context, request, policy, ended));
  }

  async function readPage(page: number, how?: CallOptions): Promise<Page> {
    const reply = await send(pageRequest(base, page), READ_RETRIES, how);
    // undici frees the connection only in the next turn of the event loop, and queues requests made in this one.
    await setImmediate();
    return readPageReply(reply, page, base, secrets);
  }

  return {
    ...createListReader(readPage, places),
    updateConnection: async (id, update, how) => {
      const request = { ...updateRequest(base, id, update), isCurrent: how?.isCurrent };
      secrets.addUpdate([...secretsIn(parseJson(update)), ...(how?.secrets ?? [])]);
      return readUpdated(await send(request, CHANGE_RETRIES, how), id, base, secrets);
    },
    preflightFailure: async (how) => {
      const token = await untilClosed("sign-in", how, (ended) => tokens.get(ended));
      return findPreflightFailure(token, clock.now());
    },
    keepSecret: (texts) => {
      secrets.addUpdate(texts);
    },
    dropToken: () => {
      replacements++;
      tokens.drop();
    },
    configure: (changed) => {
      network = changed;
      secrets.addLasting(secretsOf(network));
      for (const transport of transports) transport.configure(network);
    },
    close: async () => {
      closing.abort();
      await Promise.all(transports.map((transport) => transport.close()));
    },
  };
}
