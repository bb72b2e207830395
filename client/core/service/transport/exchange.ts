import zlib from "node:zlib";
import { promisify } from "node:util";
import type { Dispatcher } from "undici";
import { codeOf } from "../../text/codeOf.js";

/** Names are in lowercase. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Returns the first value. @param name in lowercase. */
export function header(headers: Headers, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof value === "string" ? value : value?.[0];
}

export interface WireRequest {
  readonly method: "GET" | "PATCH" | "POST";
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Called when the request is about to be written. If it returns false, nothing is sent. */
  readonly isCurrent?: (() => boolean) | undefined;
}

/** A response before decompression. */
export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface Limits {
  readonly connectMs: number;
  /** Until the response begins. */
  readonly headersMs: number;
  /** Between two chunks of the response. */
  readonly bodyMs: number;
  /** From start to end. */
  readonly totalMs: number;
  /** After decompression. */
  readonly bodyBytes: number;
}

type End = { readonly why: "cancelled" | "total" | "too-large" } | { readonly why: "failed"; readonly error: Error };

/** `started`: whether anything may have been sent. */
export type Aborted = { readonly started: boolean } & End;

/** Short, because the status already says what matters. */
const ERROR_BODY_MS = 5_000;

/**
 * Reads the whole response, or as much of an error's body as arrives in time. Doesn't follow redirects. Sends nothing
 * after it settles: a request that's still waiting for a connection is dropped.
 */
export function exchange(
  dispatcher: Pick<Dispatcher, "dispatch">,
  request: WireRequest,
  limits: Limits,
  signal?: AbortSignal,
): Promise<WireReply | Aborted> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let head: Omit<WireReply, "body"> = { status: 0, headers: {} };
    let size = 0;

    const settle = (end?: End) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      signal?.removeEventListener("abort", cancel);
      // An error status is certain even if its body fails.
      const isReply = !end || head.status >= 300;
      resolve(isReply ? { ...head, body: Buffer.concat(chunks) } : { ...end, started: controller !== undefined });
    };
    const stop = (end: End) => {
      settle(end);
      controller?.abort(new Error("stopped"));
    };
    const stopFor = (why: "cancelled" | "total") => () => {
      stop({ why });
    };
    const [cancel, late] = [stopFor("cancelled"), stopFor("total")];
    let deadline = setTimeout(late, limits.totalMs);
    if (signal?.aborted) {
      cancel();
      return;
    }
    signal?.addEventListener("abort", cancel);

    const { method, path, headers, body } = request;
    dispatcher.dispatch(
      { method, path, headers, body: body ?? null, headersTimeout: limits.headersMs, bodyTimeout: limits.bodyMs },
      {
        onRequestStart(started) {
          // The process may have been paused for long before this.
          if (request.isCurrent?.() === false) cancel();
          if (settled) started.abort(new Error("stopped"));
          else controller = started;
        },
        onResponseStart(_controller, status, received) {
          if (status < 200) return;
          head = { status, headers: received };
          if (status < 300) return;
          clearTimeout(deadline);
          deadline = setTimeout(late, Math.min(limits.totalMs, ERROR_BODY_MS));
        },
        onResponseData(_controller, chunk) {
          size += chunk.length;
          if (size <= limits.bodyBytes) chunks.push(chunk);
          else stop({ why: "too-large" });
        },
        onResponseEnd() {
          settle();
        },
        onResponseError(_controller, error) {
          settle({ why: "failed", error });
        },
      },
    );
  });
}

export const ACCEPT_ENCODING = "gzip";

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);

/** @param limit in bytes. Decompression stops there, so that a small reply can't fill the memory. */
export async function decode({ headers, body }: WireReply, limit: number): Promise<Buffer | "too-large" | "not-json"> {
  const encoding = (header(headers, "content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || body.length === 0) return body;
  if (encoding !== ACCEPT_ENCODING) return "not-json";
  return gunzip(body, { maxOutputLength: limit }).catch((error: unknown) =>
    codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "not-json",
  );
}
