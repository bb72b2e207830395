import type { Dispatcher } from "undici";
import type { Headers } from "./headers.js";

/** One request, complete. */
export interface WireRequest {
  readonly method: "GET" | "PATCH" | "POST";
  /** With the query, if there is one. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A reply as it came, still encoded. */
export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** How long a request may take, in milliseconds, and how large its reply may be. */
export interface Limits {
  readonly connectMs: number;
  /** Until the answer begins. */
  readonly headersMs: number;
  /** Between two pieces of the answer. */
  readonly bodyMs: number;
  /** From start to end. */
  readonly totalMs: number;
  /** The greatest size of an answer, after decompression. */
  readonly bodyBytes: number;
}

/** Why an exchange has no reply. `started`: whether anything may have been sent. */
export type Aborted = { readonly started: boolean } & (
  | { readonly why: "cancelled" | "total" }
  | { readonly why: "too-large"; readonly status: number }
  | { readonly why: "failed"; readonly error: Error }
);

/** What is read of an answer that is not a success: enough for a message. */
const ERROR_BODY_BYTES = 64 * 1024;
/** How long that is waited for, in milliseconds: the status says what matters, and is certain as soon as it is there. */
const ERROR_BODY_MS = 5_000;

/**
 * Makes one request on a dispatcher and reads the whole answer; of one that is no
 * success, what comes of its body in time. Redirects are answers like any other. Once this has settled, nothing more is sent: a request
 * that still waits for its connection is dropped when the connection is there.
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
    let reply = { status: 0, headers: {} as Headers, size: 0, limit: limits.bodyBytes };

    const settle = (outcome: WireReply | Aborted) => {
      if (settled) return;
      settled = true;
      clearTimeout(deadline);
      signal?.removeEventListener("abort", cancel);
      // What a refusal's status says stays true whatever becomes of its body.
      resolve(reply.status >= 300 ? finish() : outcome);
    };
    const stop = (outcome: WireReply | Aborted) => {
      settle(outcome);
      controller?.abort(new Error("stopped"));
    };
    const cancel = () => {
      stop({ why: "cancelled", started: controller !== undefined });
    };
    const finish = () => ({ status: reply.status, headers: reply.headers, body: joined(chunks, reply.size) });
    const late = () => {
      stop({ why: "total", started: controller !== undefined });
    };
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
          if (settled) started.abort(new Error("stopped"));
          else controller = started;
        },
        onResponseStart(_controller, status, received) {
          if (status < 200) return;
          const success = status < 300;
          reply = {
            ...reply,
            status,
            headers: received,
            limit: success ? limits.bodyBytes : Math.min(limits.bodyBytes, ERROR_BODY_BYTES),
          };
          if (success && Number(received["content-length"]) > limits.bodyBytes)
            stop({ why: "too-large", status, started: true });
          if (success) return;
          clearTimeout(deadline);
          deadline = setTimeout(late, Math.min(limits.totalMs, ERROR_BODY_MS));
        },
        onResponseData(_controller, chunk) {
          if (settled) return;
          if (reply.size + chunk.length <= reply.limit) {
            chunks.push(chunk);
            reply.size += chunk.length;
          } else {
            stop({ why: "too-large", status: reply.status, started: true });
          }
        },
        onResponseEnd() {
          settle(finish());
        },
        onResponseError(_controller, error) {
          settle({ why: "failed", error, started: controller !== undefined });
        },
      },
    );
  });
}

/** Most answers come in one piece, which need not be copied. */
function joined(chunks: readonly Buffer[], size: number): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, size);
}
