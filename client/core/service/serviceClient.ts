import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { call, CHANGE_RETRIES, READ_RETRIES, type CallContext, type RetryPolicy } from "./calls/calls.js";
import { findPreflightFailure, type PreflightFailure } from "./signIn/claims.js";
import { isServiceError, serviceError, type Operation, type ServiceError } from "./errors/errors.js";
import { ruleOf } from "./errorTable.js";
import type { Limits } from "./transport/exchange.js";
import { Limiter } from "./calls/limiter.js";
import { type Reply, type ServiceLog, type ServiceRequest, DEFAULT_LIMITS, Transport } from "./transport/transport.js";
import { secretsOf, type NetworkSettings } from "./transport/network.js";
import { parseBaseUrl } from "./origin.js";
import { parseJson } from "../text/json.js";
import { pageRequest, readPageReply, type Page } from "./operations/listPages.js";
import type { ConnectionRecord } from "./operations/records.js";
import { Secrets, secretsIn } from "./redaction/secrets.js";
import { CredentialTokens, type CredentialSource } from "./signIn/token.js";
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
  readonly clock?: Clock | undefined;
}

/** Every method rejects with a `ServiceError`. */
export interface ServiceClient {
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
  const { baseUrl } = options.tenant;
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok)
    throw serviceError(
      { kind: "invalid-request", problem: parsed.problem },
      { operation: "list", host: "", sent: "no" },
    );
  return new Client(options, new URL(parsed.value.baseUrl));
}

class Client implements ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #base: URL;
  readonly #secrets = new Secrets();
  readonly #clock: Clock;
  readonly #contexts = new Map<string, CallContext>();
  readonly #tokens: CredentialTokens;
  #network: NetworkSettings;
  readonly #closing = new AbortController();
  /** Counts replacements of the credential. */
  #credentials = 0;

  constructor(options: ServiceClientOptions, base: URL) {
    this.#options = options;
    this.#base = base;
    this.#clock = options.clock ?? systemClock;
    this.#network = options.network ?? {};
    this.#secrets.addLasting(secretsOf(this.#network));
    // Each request in progress adds a listener, so more than ten aren't a leak.
    setMaxListeners(0, this.#closing.signal);
    this.#tokens = new CredentialTokens({
      credential: options.credential,
      contextFor: (origin) => this.#context(origin),
      base,
      clock: this.#clock,
      secrets: this.#secrets,
      closed: this.#closing.signal,
    });
  }

  async listPage(page: number, options?: CallOptions): Promise<Page> {
    const reply = await this.#call(pageRequest(this.#base, page), READ_RETRIES, options);
    // undici frees the connection only in the next turn of the event loop, and queues requests made in this one.
    await setImmediate();
    return readPageReply(reply, page, this.#base);
  }

  async updateConnection(id: string, update: string, options?: UpdateOptions): Promise<ConnectionRecord> {
    const request = updateRequest(this.#base, id, update);
    this.#secrets.addUpdate([...secretsIn(parseJson(update)), ...(options?.secrets ?? [])]);
    const reply = await this.#call(request, CHANGE_RETRIES, options);
    return readUpdated(reply, id, this.#base);
  }

  async preflightFailure(options?: CallOptions): Promise<PreflightFailure | undefined> {
    const token = await this.#untilClosed("sign-in", options, (ended) => this.#tokens.get(ended));
    const failure = findPreflightFailure(token, this.#clock.now());
    if (failure === "lacks-update-scope") this.#tokens.drop(token);
    return failure;
  }

  keepSecret(texts: readonly string[]): void {
    this.#secrets.addUpdate(texts);
  }

  dropToken(): void {
    this.#credentials += 1;
    this.#tokens.drop();
  }

  configure(network: NetworkSettings): void {
    this.#network = network;
    this.#secrets.addLasting(secretsOf(network));
    for (const { transport } of this.#contexts.values()) transport.configure(network);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#contexts.values()].map(({ transport }) => transport.close()));
  }

  async #call(request: ServiceRequest, policy: RetryPolicy, options: CallOptions | undefined): Promise<Reply> {
    const context = { ...this.#context(this.#base.origin), tokens: this.#tokens };
    return this.#untilClosed(request.operation, options, (ended) => call(context, request, policy, ended));
  }

  /**
   * Runs work until the client closes. Reports that another sign-in is needed, unless there was one during the call. An
   * aborted wait throws `cancelled` with nothing sent.
   */
  async #untilClosed<T>(
    operation: Operation,
    { signal, onWait }: CallOptions = {},
    work: (options: CancellableCall) => Promise<T>,
  ): Promise<T> {
    const credentials = this.#credentials;
    const ended = signal ? AbortSignal.any([this.#closing.signal, signal]) : this.#closing.signal;
    try {
      return await work({ signal: ended, onWait });
    } catch (error) {
      if (!isServiceError(error) && ended.aborted)
        throw serviceError({ kind: "cancelled" }, { operation, host: this.#base.host, sent: "no" });
      if (credentials === this.#credentials && isServiceError(error) && ruleOf(error).needsSignIn)
        this.#options.onSignInNeeded?.(error);
      throw error;
    }
  }

  /** All calls to an origin share connections and the rate limit. */
  #context(origin: string): CallContext {
    const known = this.#contexts.get(origin);
    if (known) return known;
    const { log, limits } = this.#options;
    const [clock, redactor] = [this.#clock, this.#secrets];
    const transport = new Transport(origin, this.#network, { ...DEFAULT_LIMITS, ...limits }, log, redactor);
    const context = { transport, limiter: new Limiter(clock), clock, redactor, host: new URL(origin).host };
    this.#contexts.set(origin, context);
    return context;
  }
}
