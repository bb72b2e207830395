import { performance } from "node:perf_hooks";
import { type OpenDispatcher, openDispatcher } from "./dispatcher.js";
import {
  ACCEPT_ENCODING,
  type Headers,
  type Limits,
  type WireReply,
  type WireRequest,
  decode,
  exchange,
  header,
} from "./exchange.js";
import type { NetworkSettings } from "./network.js";
import { toServiceError } from "./networkErrors.js";
import { type RateLimit, readRateLimit } from "./rateLimit.js";
import { CancelledError, type Failure, type Operation, ReplyError } from "../errors/errors.js";
import type { Redactor } from "../redaction/redact.js";

export interface ServiceRequest extends Pick<WireRequest, "method" | "path"> {
  readonly operation: Operation;
  /** A function if no server may see the same body twice. */
  readonly body?: string | (() => Promise<string>) | undefined;
  readonly contentType?: string | undefined;
  readonly redactor: Redactor;
}

/** An answer with any status but a redirect's. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Decompressed. Empty where the body of an error couldn't be read. */
  readonly body: Buffer;
  readonly rateLimit: RateLimit | undefined;
}

export interface TransportOptions {
  /** The only origin that requests are made to. */
  readonly origin: string;
  readonly network: NetworkSettings;
  readonly limits: Limits;
  readonly log: ServiceLog;
}

/** Generous for slow networks; nothing waits forever. */
export const DEFAULT_LIMITS: Limits = {
  connectMs: 10_000,
  headersMs: 30_000,
  bodyMs: 15_000,
  totalMs: 60_000,
  bodyBytes: 8 * 1024 * 1024,
};

const REQUEST_ID_HEADERS = ["x-request-id", "x-correlation-id", "request-id", "x-amzn-requestid", "cf-ray"];

/** Follows no redirect, trusts no size, logs one line for each request. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #origin: URL;
  #network: NetworkSettings;
  #closed = false;
  #opening: Promise<OpenDispatcher> | undefined;
  /** With former settings, until their requests have ended. */
  readonly #retired = new Set<Promise<OpenDispatcher>>();

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#origin = new URL(options.origin);
    this.#network = options.network;
  }

  configure(network: NetworkSettings): void {
    const before = this.#opening;
    this.#network = network;
    this.#opening = undefined;
    if (before) void this.#retire(before);
  }

  /** @throws a ServiceError if there is no answer, or a redirect, or a success whose body can't be used. */
  async send(request: ServiceRequest, token?: string, signal?: AbortSignal): Promise<Reply> {
    const body = typeof request.body === "function" ? await request.body() : request.body;
    const started = performance.now();
    const log = (outcome: LogEntry["outcome"], requestId?: string, rateLimit?: RateLimit) => {
      const { method, redactor } = request;
      const path = request.path.replace(/\?.*$/s, "");
      const milliseconds = performance.now() - started;
      writeEntry(this.#options.log, { method, path, outcome, milliseconds, requestId, rateLimit }, redactor);
    };
    let wire: WireReply;
    try {
      wire = await this.#exchange(request, { headers: headersOf(request, token), body }, signal);
    } catch (error) {
      log(error instanceof Error ? error.message : "failed");
      throw error;
    }
    const { status, headers } = wire;
    const rateLimit = readRateLimit(headers, Date.now());
    log(status, requestIdOf(headers), rateLimit);
    return { status, headers, body: await this.#body(wire, request), rateLimit };
  }

  async close(): Promise<void> {
    this.#closed = true;
    const opened = [...this.#retired, ...(this.#opening ? [this.#opening] : [])];
    this.#opening = undefined;
    await Promise.all(opened.map(async (dispatcher) => (await dispatcher).destroy()));
  }

  async #retire(opening: Promise<OpenDispatcher>): Promise<void> {
    this.#retired.add(opening);
    await (await opening).close();
    this.#retired.delete(opening);
  }

  async #exchange(
    { operation, method, path }: ServiceRequest,
    sent: Pick<WireRequest, "headers" | "body">,
    signal: AbortSignal | undefined,
  ): Promise<WireReply> {
    const where = { operation, host: this.#origin.host };
    this.#throwIfClosed(where);
    this.#opening ??= openDispatcher(this.#origin, this.#network, this.#options.limits);
    const { pool } = await this.#opening;
    this.#throwIfClosed(where);
    const outcome = await exchange(pool, { method, path, ...sent }, this.#options.limits, signal);
    if ("why" in outcome) throw toServiceError(outcome, method === "PATCH", where);
    return outcome;
  }

  #throwIfClosed(where: Omit<Failure, "sent">): void {
    if (this.#closed) throw new CancelledError({ ...where, sent: "no" });
  }

  async #body(wire: WireReply, { method, operation }: ServiceRequest): Promise<Buffer> {
    const failure = { operation, host: this.#origin.host, sent: method === "PATCH" ? "maybe" : "no" } as const;
    if (wire.status >= 300 && wire.status < 400) throw new ReplyError("redirected", wire.status, failure);
    const decoded = await decode(wire, this.#options.limits.bodyBytes);
    if ("body" in decoded) return decoded.body;
    if (wire.status >= 400) return Buffer.alloc(0);
    throw new ReplyError(decoded.fault === "too-large" ? "too-large" : "not-json", wire.status, failure);
  }
}

function headersOf({ contentType }: ServiceRequest, token: string | undefined): Record<string, string> {
  return {
    accept: "application/json",
    "accept-encoding": ACCEPT_ENCODING,
    ...(contentType !== undefined && { "content-type": contentType }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

function requestIdOf(headers: Headers): string | undefined {
  const value = REQUEST_ID_HEADERS.map((name) => header(headers, name)).find((found) => found !== undefined);
  return value !== undefined && /^[\w.:-]{1,64}$/.test(value) ? value : undefined;
}

/** Such as VS Code's LogOutputChannel. */
export interface ServiceLog {
  info(line: string): void;
  warn(line: string): void;
}

/** Never has a body or a query, and of the headers only what is named here. */
interface LogEntry {
  readonly method: string;
  readonly path: string;
  /** The status, or what went wrong before there was one. */
  readonly outcome: number | string;
  readonly milliseconds: number;
  readonly requestId?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/** For a window that ends, which closes its log before its requests. */
export function logUntil(closed: AbortSignal, log: ServiceLog): ServiceLog {
  return {
    info: (line) => {
      if (!closed.aborted) log.info(line);
    },
    warn: (line) => {
      if (!closed.aborted) log.warn(line);
    },
  };
}

/** Leaves out secrets that headers may have brought in. */
function writeEntry(log: ServiceLog, entry: LogEntry, redactor: Redactor): void {
  const { method, path, outcome, milliseconds, requestId, rateLimit } = entry;
  let line = `${method} ${path}: ${outcome} in ${Math.round(milliseconds)} ms`;
  if (requestId !== undefined && !redactor.reveals(requestId)) line += `, request ${requestId}`;
  const limit = rateLimit && describeRateLimit(rateLimit);
  if (limit !== undefined && !redactor.reveals(limit)) line += `, ${limit}`;
  if (typeof outcome === "number" && outcome >= 200 && outcome < 300) log.info(line);
  else log.warn(line);
}

function describeRateLimit({ limit, remaining, waitSeconds }: RateLimit): string {
  const left = `${remaining ?? "?"} of ${limit ?? "?"} requests left`;
  return waitSeconds === undefined ? left : `${left}, more in ${Math.ceil(waitSeconds)} s`;
}
