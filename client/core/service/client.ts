import { setImmediate } from "node:timers/promises";
import { call, CHANGE_RETRIES, READ_RETRIES, type CallContext } from "./calls/calls.js";
import { findPreflightFailure, type PreflightFailure } from "./signIn/claims.js";
import { isServiceError, serviceError, type Operation, type ServiceError } from "./errors/errors.js";
import { ruleOf } from "./errorTable.js";
import type { Limits } from "./transport/exchange.js";
import { Limiter } from "./calls/limiter.js";
import { type ServiceLog, DEFAULT_LIMITS, Transport } from "./transport/transport.js";
import { secretsOf, type NetworkSettings } from "./transport/network.js";
import { parseBaseUrl } from "./origin.js";
import { pageRequest, readPageReply, type Page } from "./operations/list.js";
import type { ConnectionRecord } from "./operations/records.js";
import { Secrets } from "./redaction/secrets.js";
import { CredentialTokens, type CredentialSource } from "./signIn/token.js";
import { readUpdated, updateRequest, type UpdateOptions } from "./operations/update.js";
import { systemClock, type CallOptions, type CancellableCall, type Clock } from "./calls/wait.js";

export interface ServiceClientOptions {
  readonly tenant: { readonly baseUrl: string };
  readonly credential: CredentialSource;
  /** Receives every failure that only another sign-in fixes. */
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
   * An update is sent again only after 401 or 429, when it wasn't applied; otherwise the error's `sent` says whether it may have been.
   * @param update from `serializeUpdate`: what was reviewed is what is sent.
   */
  updateConnection(id: string, update: string, options?: UpdateOptions): Promise<ConnectionRecord>;
  /** Checks the token. `expired` is by this machine's clock, which may be wrong: only a 401 makes it certain. */
  preflightFailure(options?: CallOptions): Promise<PreflightFailure | undefined>;
  /** Redacts these texts from all that the service says from now on, like the credentials of its latest updates. */
  keepSecret(texts: readonly string[]): void;
  /** Has the next request ask for a new token: a new sign-in may have other scopes. */
  dropToken(): void;
  /** Applies with the next request. */
  configure(network: NetworkSettings): void;
  /** Ends requests in progress; later ones fail before they are sent. */
  close(): Promise<void>;
}

/** Sends nothing yet. @throws ServiceError for a base URL that nothing may be sent to. */
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
  /** How often the credential was replaced. */
  #credentials = 0;

  constructor(options: ServiceClientOptions, base: URL) {
    this.#options = options;
    this.#base = base;
    this.#clock = options.clock ?? systemClock;
    this.#network = options.network ?? {};
    this.#secrets.addLasting(secretsOf(this.#network));
    this.#tokens = new CredentialTokens({
      credential: options.credential,
      contextFor: (origin) => this.#context(origin),
      base,
      clock: this.#clock,
      secrets: this.#secrets,
    });
  }

  async listPage(page: number, options?: CallOptions): Promise<Page> {
    const request = pageRequest(this.#base, page, this.#secrets);
    const reply = await this.#untilClosed("list", options, (ended) =>
      call(this.#withTokens(), request, READ_RETRIES, ended),
    );
    // The connection is free in the next turn of the event loop; undici queues a request that is made in this one.
    await setImmediate();
    return readPageReply(reply, page, this.#base);
  }

  async updateConnection(id: string, update: string, options?: UpdateOptions): Promise<ConnectionRecord> {
    const request = updateRequest(this.#base, id, update, this.#secrets, options?.secrets);
    const reply = await this.#untilClosed("update", options, (ended) =>
      call(this.#withTokens(), request, CHANGE_RETRIES, ended),
    );
    return readUpdated(reply, id, this.#base);
  }

  async preflightFailure(options?: CallOptions): Promise<PreflightFailure | undefined> {
    const token = await this.#untilClosed("sign-in", options, (ended) => this.#tokens.get(ended));
    // How long a fetched token lives was counted from when it was asked for, which a wrong clock doesn't change.
    const failure = findPreflightFailure(token, this.#tokens.hasFetched(token) ? undefined : this.#clock.now());
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

  /**
   * Reports that another sign-in is needed, unless there has been one in the meantime. A wait that ends because someone
   * cancelled, or the client was closed, is cancelled before anything was sent.
   */
  async #untilClosed<T>(
    operation: Operation,
    { signal, onWait }: CallOptions = {},
    work: (options: CancellableCall) => Promise<T>,
  ): Promise<T> {
    const credentials = this.#credentials;
    const ended = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
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

  #withTokens(): CallContext {
    return { ...this.#context(this.#base.origin), tokens: this.#tokens };
  }

  /** Calls to an origin share connections and the rate limit. */
  #context(origin: string): CallContext {
    const known = this.#contexts.get(origin);
    if (known) return known;
    const { log, limits } = this.#options;
    const transport = new Transport(origin, this.#network, { ...DEFAULT_LIMITS, ...limits }, log);
    const clock = this.#clock;
    const context = { transport, limiter: new Limiter(clock), clock, host: new URL(origin).host };
    this.#contexts.set(origin, context);
    return context;
  }
}
