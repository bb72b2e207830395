import { call, CHANGE_RETRIES, READ_RETRIES, type CallContext } from "./calls.js";
import { CONNECTIONS } from "./dispatcher.js";
import { InvalidRequestError, ReplyError, type Failure } from "./errors.js";
import type { Limits } from "./exchange.js";
import { Limiter } from "./limiter.js";
import { listAll, type Listing, type ListingEnd } from "./listing.js";
import type { ServiceLog } from "./log.js";
import { secretsOf, type NetworkSettings } from "./network.js";
import { LARGEST_PAGE, LAST_PAGE, readPage, type Page } from "./page.js";
import { toRecord, type ConnectionRecord } from "./records.js";
import type { Redactor } from "./redact.js";
import { Secrets } from "./secrets.js";
import { secretsIn } from "./setupSecrets.js";
import { CredentialTokens, type CredentialSource } from "./token.js";
import { DEFAULT_LIMITS, Transport, type Reply } from "./transport.js";
import { idSegment, updateBody, type Update } from "./update.js";
import { systemClock, type Clock, type OnWait } from "./wait.js";

const CONNECTIONS_PATH = "/flows/vault/connections";

/** What a client is made of. */
export interface ServiceClientOptions {
  readonly tenant: { readonly baseUrl: string };
  readonly credential: CredentialSource;
  readonly log: ServiceLog;
  readonly network?: NetworkSettings | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly clock?: Clock | undefined;
}

/** Which page of the list to read ("GET … query parameters"). */
export interface PageQuery {
  /** 0 to 1000. */
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
  readonly includeTotals: boolean;
}

/** The two operations of one tenant's service. Every method rejects with a `ServiceError`. */
export interface ServiceClient {
  listPage(query: PageQuery, signal?: AbortSignal, onWait?: OnWait): Promise<Page>;
  /** Every record there is, page by page; see `listAll`. */
  listAll(signal?: AbortSignal, onWait?: OnWait): AsyncGenerator<Listing, ListingEnd, undefined>;
  /**
   * Sends one update. It is sent again only after 401 or 429, when it was not
   * applied; otherwise `sent` of the error says whether it may have been.
   * @param update as serialized by `serializeUpdate`, to send the very bytes that were reviewed; or an object.
   * @returns the record as the service has it now.
   */
  updateConnection(id: string, update: Update | string | Uint8Array, signal?: AbortSignal, onWait?: OnWait): Promise<ConnectionRecord>;
  /** The access token a request would be made with now, for reading its claims. */
  accessToken(signal?: AbortSignal): Promise<string>;
  /** Uses other network settings from the next request on. */
  configure(network: NetworkSettings): void;
  /** Ends every request under way. */
  close(): Promise<void>;
}

/** Makes the client of one tenant. Nothing is requested yet. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  return new Client(options);
}

class Client implements ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #base: URL;
  readonly #secrets = new Secrets();
  readonly #clock: Clock;
  readonly #contexts = new Map<string, CallContext>();
  readonly #tokens: CredentialTokens;
  #network: NetworkSettings;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    this.#base = new URL(options.tenant.baseUrl);
    this.#clock = options.clock ?? systemClock;
    this.#network = options.network ?? {};
    this.#secrets.add(...secretsOf(this.#network));
    this.#tokens = new CredentialTokens({
      credential: options.credential,
      authContext: (origin) => this.#context(origin),
      baseUrl: this.#base.href.replace(/\/$/, ""),
      host: this.#base.host,
      clock: this.#clock,
      secrets: this.#secrets,
    });
  }

  async listPage(query: PageQuery, signal?: AbortSignal, onWait?: OnWait): Promise<Page> {
    const { page, perPage, includeTotals } = query;
    const failure = this.#failure("list", "no");
    if (!isWithin(page, 0, LAST_PAGE)) throw new InvalidRequestError(`There are no pages beyond ${LAST_PAGE}.`, failure);
    if (!isWithin(perPage, 1, LARGEST_PAGE)) throw new InvalidRequestError(`A page has 1 to ${LARGEST_PAGE} connections.`, failure);
    const search = `?page=${page}&per_page=${perPage}&include_totals=${String(includeTotals)}`;
    const request = { operation: "list", method: "GET", path: this.#path(search), headers: {}, redact: this.#secrets.redact } as const;
    const reply = await call(this.#withTokens(), request, READ_RETRIES, { signal, onWait });
    const read = readPage(parse(reply, failure), page, perPage);
    if (!read) throw new ReplyError("unexpected-shape", reply.status, failure);
    return read;
  }

  listAll(signal?: AbortSignal, onWait?: OnWait): AsyncGenerator<Listing, ListingEnd, undefined> {
    const read = (page: number, pageSignal: AbortSignal) => this.listPage({ page, perPage: LARGEST_PAGE, includeTotals: true }, pageSignal, onWait);
    return listAll(read, CONNECTIONS, signal);
  }

  async updateConnection(id: string, update: Update | string | Uint8Array, signal?: AbortSignal, onWait?: OnWait): Promise<ConnectionRecord> {
    const segment = idSegment(id, this.#base.host);
    const { bytes, content } = updateBody(update, this.#base.host);
    const redact: Redactor = this.#secrets.with(secretsIn(content));
    const headers = { "content-type": "application/json" };
    const request = { operation: "update", method: "PATCH", path: this.#path(`/${segment}`), headers, body: bytes, redact } as const;
    const reply = await call(this.#withTokens(), request, CHANGE_RETRIES, { signal, onWait });
    const failure = this.#failure("update", "maybe");
    const record = toRecord(parse(reply, failure));
    if (record?.id !== id) throw new ReplyError("unexpected-shape", reply.status, failure);
    return record;
  }

  accessToken(signal?: AbortSignal): Promise<string> {
    return this.#tokens.get({ signal });
  }

  configure(network: NetworkSettings): void {
    this.#network = network;
    this.#secrets.add(...secretsOf(network));
    for (const { transport } of this.#contexts.values()) transport.configure(network);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#contexts.values()].map(({ transport }) => transport.close()));
  }

  #withTokens(): CallContext {
    return { ...this.#context(this.#base.origin), tokens: this.#tokens };
  }

  /** What calls to an origin share: its connections and its rate limit. */
  #context(origin: string): CallContext {
    const known = this.#contexts.get(origin);
    if (known) return known;
    const limits = { ...DEFAULT_LIMITS, ...this.#options.limits };
    const transport = new Transport({ origin, network: this.#network, limits, log: this.#options.log });
    const context = { transport, limiter: new Limiter(this.#clock), clock: this.#clock, host: new URL(origin).host };
    this.#contexts.set(origin, context);
    return context;
  }

  #path(rest: string): string {
    return this.#base.pathname.replace(/\/$/, "") + CONNECTIONS_PATH + rest;
  }

  #failure(operation: Failure["operation"], sent: Failure["sent"]): Failure {
    return { operation, host: this.#base.host, sent };
  }
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}

function parse(reply: Reply, failure: Failure): unknown {
  try {
    return JSON.parse(reply.body.toString("utf8")) as unknown;
  } catch {
    throw new ReplyError("not-json", reply.status, failure);
  }
}
