import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Problem } from "../api/error-reply.js";
import { route } from "../api/route.js";
import type { Choices } from "../choices.js";
import type { Listener } from "./listener.js";
import { readBody } from "./read-body.js";
import { isReply, type Answer, type Reply } from "./reply.js";
import type { RecordedRequest, RequestLog } from "./request-log.js";
import { compressed, send } from "./send.js";

/** Answers a whole request; the signal tells when the client is gone. */
type Answerer = (request: RecordedRequest, signal: AbortSignal) => Promise<Answer>;

export interface ExchangeParts {
  readonly answer: Answerer;
  readonly error: (problem: Problem) => Reply;
  /** What answers at the control endpoint, if it is open. */
  readonly control: Control | undefined;
  readonly listener: Listener;
  readonly requests: RequestLog;
  readonly choices: Choices;
  /** How long each reply takes at least, in milliseconds. */
  readonly serviceTime: number;
}

/** An endpoint beside the interface, for those who test. */
export interface Control {
  readonly path: string;
  answer(request: IncomingMessage): Reply;
}

/** The longest body that is taken, in bytes. */
const BODY_LIMIT = 5 * 1024 * 1024;

/** Makes the function that takes one request from its socket and brings the answer back. It never rejects. */
export function createExchange(parts: ExchangeParts): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    exchange(request, response, parts, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted)
        process.stderr.write(
          `The embedded service failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
        );
      response.destroy();
    });
  };
}

async function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ExchangeParts,
  gone: AbortSignal,
): Promise<void> {
  const time = Date.now();
  const method = request.method ?? "";
  const { path, query } = target(request.url ?? "/");
  const body = await readBody(request, BODY_LIMIT);
  const breakOff = (): void => {
    parts.listener.hangUp(request);
  };
  if (path === parts.control?.path) {
    await send(parts.control.answer(request), response, breakOff, gone);
    return;
  }
  const { operation, id } = route(method, path);
  const recorded = parts.requests.add({
    time,
    method,
    path,
    query,
    headers: request.headers,
    body: body ?? Buffer.alloc(0),
    operation,
    id,
  });
  if (parts.serviceTime > 0) await sleep(parts.serviceTime, undefined, { signal: gone });
  const answer =
    body === undefined
      ? parts.error({ status: 413, message: "The request body is too large." })
      : await parts.answer(recorded, gone);
  parts.requests.settle(recorded, isReply(answer) ? answer.status : undefined);
  if (isReply(answer)) {
    await send(finished(answer, request, parts.choices), response, breakOff, gone);
  } else if (answer !== "hang") {
    if (answer === "reset") parts.listener.reset(request);
    else parts.listener.hangUp(request);
  }
}

/** The reply with what the choices add to every reply. */
function finished(reply: Reply, request: IncomingMessage, { gzip, requestIdHeader }: Choices): Reply {
  const identified =
    requestIdHeader === undefined
      ? reply
      : { ...reply, headers: { [requestIdHeader]: randomUUID(), ...reply.headers } };
  return gzip ? compressed(identified, request) : identified;
}

/** The path and the query of a request target, which a proxy may have left in its absolute form (RFC 9112, section 3.2.2). */
function target(url: string): { readonly path: string; readonly query: URLSearchParams } {
  const origin = /^https?:\/\/[^/?]*/i.exec(url)?.[0] ?? "";
  const [path = "", ...query] = url.slice(origin.length).split("?");
  return { path: path === "" ? "/" : path, query: new URLSearchParams(query.join("?")) };
}
