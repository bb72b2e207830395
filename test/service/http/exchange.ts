import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import { route } from "../api/route.js";
import { isReply, type Answer } from "./reply.js";
import type { RecordedRequest, RequestLog } from "./request-log.js";
import { send } from "./send.js";

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
