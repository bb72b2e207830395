import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { isReply, route, type Answer, type RecordedRequest, type Reply, type RequestLog } from "./messages.js";

interface ExchangeParts {
  /** Answers a whole request; the signal tells when the client is gone. */
  readonly answer: (request: RecordedRequest, signal: AbortSignal) => Promise<Answer>;
  readonly requests: RequestLog;
  /** How long each reply takes at least, in milliseconds. */
  readonly serviceTime: number;
}

/** Makes the function that takes one request from its socket and brings the answer back. It never rejects. */
export function createExchange(parts: ExchangeParts) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const gone = new AbortController();
    response.once("close", () => {
      gone.abort();
    });
    exchange(request, response, parts, gone.signal).catch((error: unknown) => {
      if (!gone.signal.aborted) process.stderr.write(`The embedded service failed: ${inspect(error)}\n`);
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
  const [path = "", query = ""] = (request.url ?? "").split(/\?(.*)/s);
  const body = await buffer(request);
  const asked = { time, method, path, query: new URLSearchParams(query), headers: request.headers, body };
  const recorded = parts.requests.add({ ...asked, ...route(method, path, asked.query) });
  if (parts.serviceTime > 0) await sleep(parts.serviceTime, undefined, { signal: gone });
  const answer = await parts.answer(recorded, gone);
  parts.requests.settle(recorded, isReply(answer) ? answer.status : undefined);
  if (isReply(answer)) await send(answer, response, gone);
  else if (answer === "reset") request.socket.resetAndDestroy();
  else if (answer === "close") response.destroy();
}

/**
 * Writes a reply to its socket. A body that is announced longer than it is ends with the connection, once its bytes are
 * on their way.
 * @param signal tells when the client is gone, which ends a body that is written slowly.
 */
async function send(reply: Reply, response: ServerResponse, signal: AbortSignal): Promise<void> {
  const { status, headers, body, announcedLength, everyMilliseconds } = reply;
  response.writeHead(status, { ...headers, "Content-Length": String(announcedLength ?? body.length) });
  if (announcedLength !== undefined) {
    response.flushHeaders();
    response.write(body, () => response.destroy());
    return;
  }
  if (everyMilliseconds !== undefined)
    for (const byte of body) {
      response.write(Buffer.of(byte));
      await sleep(everyMilliseconds, undefined, { signal });
    }
  response.end(everyMilliseconds === undefined ? body : undefined);
}
