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
import { type Operation, serviceError } from "../errors/errors.js";
import type { Redactor } from "../redaction/redact.js";

export interface ServiceRequest extends Pick<WireRequest, "method" | "path" | "isCurrent"> {
  readonly operation: Operation;
  /** A function if each attempt needs a new body. */
  readonly body?: string | (() => Promise<string>) | undefined;
  readonly contentType?: string | undefined;
}

/** A response with any status except a redirect's. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Decompressed. Empty if an error's body couldn't be read. */
  readonly body: Buffer;
  readonly rateLimit: RateLimit | undefined;
}

/** Generous, for slow networks. */
export const DEFAULT_LIMITS: Limits = {
  connectMs: 10_000,
  headersMs: 30_000,
  bodyMs: 15_000,
  totalMs: 60_000,
  bodyBytes: 8 * 1024 * 1024,
};

const REQUEST_ID_HEADERS = ["x-request-id", "x-correlation-id", "request-id", "x-amzn-requestid", "cf-ray"];

/** Sends requests to one origin. Follows no redirects, limits sizes, and logs one line per request. */
export interface Transport {
  /** @throws ServiceError if the response is missing, a redirect, or a success with an unusable body. */
  send(request: ServiceRequest, token?: string, signal?: AbortSignal): Promise<Reply>;
  configure(network: NetworkSettings): void;
  /** Abort all requests before you call it. Logs nothing more, because a closing window closes its log, too. */
  close(): Promise<void>;
}

export function createTransport(
  origin: URL,
  initial: NetworkSettings,
  limits: Limits,
  log: ServiceLog,
  redactor: Redactor,
): Transport {
  let network = initial;
  let openLog: ServiceLog | undefined = log;
  let opening: Promise<OpenDispatcher> | undefined;
  return {
    send: async (request, token, signal) => {
      const { operation, method, path } = request;
      const where = { operation, host: origin.host };
      const body = typeof request.body === "function" ? await request.body() : request.body;
      const started = performance.now();
      // Logs no query, and only selected headers that don't reveal a secret.
      const lineOf = (outcome: number | string, details: readonly string[] = []) => {
        const what = `${method} ${path.split("?", 1)[0] ?? ""}`;
        const shown = details.filter((detail) => !redactor.reveals(detail));
        return [`${what}: ${outcome} in ${Math.round(performance.now() - started)} ms`, ...shown].join(", ");
      };
      let wire: WireReply;
      try {
        opening ??= openDispatcher(origin, network, limits);
        const sent = { method, path, headers: headersOf(request, token), body, isCurrent: request.isCurrent };
        const outcome = await exchange(await opening, sent, limits, signal);
        if ("why" in outcome) throw toServiceError(outcome, method === "PATCH", where);
        wire = outcome;
      } catch (error) {
        openLog?.warn(lineOf(error instanceof Error ? error.message : "failed"));
        throw error;
      }
      const { status, headers } = wire;
      const rateLimit = readRateLimit(headers, Date.now());
      const line = lineOf(status, [...requestIdOf(headers), ...(rateLimit ? [describeRateLimit(rateLimit)] : [])]);
      if (status < 300) openLog?.info(line);
      else openLog?.warn(line);
      const failure = { ...where, sent: method === "PATCH" ? "maybe" : "no" } as const;
      if (status >= 300 && status < 400) throw serviceError({ kind: "redirected" }, failure);
      const decoded = await decode(wire, limits.bodyBytes);
      if (typeof decoded === "string" && status < 400) throw serviceError({ kind: decoded }, failure);
      return { status, headers, body: typeof decoded === "string" ? Buffer.alloc(0) : decoded, rateLimit };
    },
    configure: (changed) => {
      network = changed;
      // Lets requests with the former settings finish.
      void opening?.then((former) => former.close());
      opening = undefined;
    },
    close: async () => {
      openLog = undefined;
      const former = opening;
      opening = undefined;
      await (await former)?.destroy();
    },
  };
}

function headersOf({ contentType }: ServiceRequest, token: string | undefined): Record<string, string> {
  return {
    accept: "application/json",
    "accept-encoding": ACCEPT_ENCODING,
    ...(contentType !== undefined && { "content-type": contentType }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
}

function requestIdOf(headers: Headers): string[] {
  const id = REQUEST_ID_HEADERS.map((name) => header(headers, name)).find((found) => found !== undefined);
  return id !== undefined && /^[\w.:-]{1,64}$/.test(id) ? [`request ${id}`] : [];
}

export interface ServiceLog {
  info(line: string): void;
  warn(line: string): void;
}

function describeRateLimit({ limit, remaining, waitSeconds }: RateLimit): string {
  const left = `${remaining ?? "?"} of ${limit ?? "?"} requests left`;
  return waitSeconds === undefined ? left : `${left}, more in ${Math.ceil(waitSeconds)} s`;
}
