import { setMaxListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { call, CHANGE_RETRIES, asCancelledError, READ_RETRIES, type CallContext } from "./calls/calls.js";
import { findPreflightFailure, type PreflightFailure } from "./signIn/claims.js";
import { InvalidRequestError, isServiceError, type ServiceError } from "./errors/errors.js";
import { ruleOf } from "./errorTable.js";
import type { Limits } from "./transport/exchange.js";
import { Limiter } from "./calls/limiter.js";
import { type ServiceLog, DEFAULT_LIMITS, Transport } from "./transport/transport.js";
import { secretsOf, type NetworkSettings } from "./transport/network.js";
import { parseBaseUrl } from "./origin.js";
import { pageRequest, readPageReply, type Page } from "./operations/page.js";
import type { ConnectionRecord } from "./operations/records.js";
import { Secrets } from "./redaction/secrets.js";
import { CredentialTokens, type CredentialSource } from "./signIn/token.js";
import { readUpdated, updateRequest, type Update, type UpdateOptions } from "./operations/update.js";
import { clockUntil, systemClock, type CallOptions, type Clock } from "./calls/wait.js";

/** What a client is made of. */
export interface ServiceClientOptions {
  readonly tenant: { readonly baseUrl: string };
  readonly credential: CredentialSource;
  /** Told of every failure that only another sign-in helps with, whatever was requested. */
  readonly onSignInNeeded?: ((failure: ServiceError) => void) | undefined;
  readonly log: ServiceLog;
  readonly network?: NetworkSettings | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly clock?: Clock | undefined;
}

/** The two operations of one tenant's service. Every method rejects with a `ServiceError`. */
export interface ServiceClient {
  /** Reads one page of `LARGEST_PAGE` records. @param page counted from 0. */
  listPage(page: number, options?: CallOptions): Promise<Page>;
  /**
   * Sends one update. It is sent again only after 401 or 429, when it was not
   * applied; otherwise `sent` of the error says whether it may have been.
   * @param update as serialized by `serializeUpdate`, to send the very text that was reviewed; or an object.
   * @returns the record as the service has it now.
   */
  updateConnection(id: string, update: Update | string, options?: UpdateOptions): Promise<ConnectionRecord>;
  /**
   * Gets a token and looks for what would keep an update from being accepted; undefined where nothing does.
   * `expired` is by this machine's clock, which may be wrong: only a 401 makes it certain.
   */
  preflightFailure(options?: CallOptions): Promise<PreflightFailure | undefined>;
  /** Keeps texts out of all that is said of the service from now on, as it does with the credentials of its own latest updates. */
  keepSecret(texts: readonly string[]): void;
  /** Has the next request ask for a new token: who signed in anew may have been given other scopes. */
  dropToken(): void;
  /** Uses other network settings from the next request on. */
  configure(network: NetworkSettings): void;
  /** Ends every request in progress, and every later one before it is made. */
  close(): Promise<void>;
}

/**
 * Makes the client of one tenant. Nothing is requested yet.
 * @throws InvalidRequestError for a base URL nothing may be sent to.
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { baseUrl } = options.tenant;
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) throw new InvalidRequestError(parsed.problem, { operation: "list", host: "", sent: "no" });
  return new Client(options, new URL(parsed.value.baseUrl));
}

class Client implements ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #base: URL;
  readonly #secrets = new Secrets();
  readonly #clock: Clock;
  readonly #contexts = new Map<string, CallContext>();
  readonly #tokens: CredentialTokens;
  #signedIn: CallContext | undefined;
  #network: NetworkSettings;
  readonly #closing = new AbortController();
  /** Counts how often what one signs in with was replaced. */
  #credentials = 0;

  constructor(options: ServiceClientOptions, base: URL) {
    this.#options = options;
    this.#base = base;
    // Each wait listens; more than ten are no leak here.
    setMaxListeners(0, this.#closing.signal);
    this.#clock = clockUntil(this.#closing.signal, options.clock ?? systemClock);
    this.#network = options.network ?? {};
    this.#secrets.keep(secretsOf(this.#network));
    const authContext = (origin: string) => this.#context(origin);
    this.#tokens = new CredentialTokens({
      credential: options.credential,
      authContext,
      base,
      clock: this.#clock,
      closed: this.#closing.signal,
      secrets: this.#secrets,
    });
  }

  async listPage(page: number, options?: CallOptions): Promise<Page> {
    const request = pageRequest(this.#base, page, this.#secrets);
    const reply = await this.#watched(call(this.#withTokens(), request, READ_RETRIES, options));
    // The connection is free for another request in the next turn of the event loop. Whoever reads this page and then
    // asks for the next in this one makes undici put it in a queue.
    await setImmediate();
    return readPageReply(reply, page, this.#base);
  }

  async updateConnection(id: string, update: Update | string, options?: UpdateOptions): Promise<ConnectionRecord> {
    const request = updateRequest(this.#base, id, update, this.#secrets, options?.secrets);
    const reply = await this.#watched(call(this.#withTokens(), request, CHANGE_RETRIES, options));
    return readUpdated(reply, id, this.#base);
  }

  async preflightFailure(options: CallOptions = {}): Promise<PreflightFailure | undefined> {
    const where = { operation: "sign-in", host: this.#base.host } as const;
    const token = await this.#watched(
      asCancelledError(this.#tokens.get(options), where, [options.signal, this.#closing.signal]),
    );
    // How long a fetched token lives was counted from when it was asked for, which a wrong clock does not change.
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
    this.#secrets.keep(secretsOf(network));
    for (const { transport } of this.#contexts.values()) transport.configure(network);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all([...this.#contexts.values()].map(({ transport }) => transport.close()));
  }

  /** Tells whoever wants to know that another sign-in is needed, unless there has been one meanwhile. */
  async #watched<T>(work: Promise<T>): Promise<T> {
    const credentials = this.#credentials;
    try {
      return await work;
    } catch (error) {
      if (credentials === this.#credentials && isServiceError(error) && ruleOf(error).needsSignIn)
        this.#options.onSignInNeeded?.(error);
      throw error;
    }
  }

  #withTokens(): CallContext {
    return (this.#signedIn ??= { ...this.#context(this.#base.origin), tokens: this.#tokens });
  }

  /** What calls to an origin share: its connections and its rate limit. */
  #context(origin: string): CallContext {
    const known = this.#contexts.get(origin);
    if (known) return known;
    const limits = { ...DEFAULT_LIMITS, ...this.#options.limits };
    const transport = new Transport({
      origin,
      network: this.#network,
      limits,
      log: this.#options.log,
    });
    const [clock, closed] = [this.#clock, this.#closing.signal];
    // A client that was closed before its first request makes none afterwards either.
    if (closed.aborted) void transport.close();
    const context = { transport, limiter: new Limiter(clock), clock, closed, host: new URL(origin).host };
    this.#contexts.set(origin, context);
    return context;
  }
}
