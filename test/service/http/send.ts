import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Reply } from "./reply.js";

/**
 * Writes a reply to its socket. A body that is announced longer than it is ends with the connection, once its bytes are
 * on their way.
 * @param signal tells when the client is gone, which ends a body that is written slowly.
 */
export async function send(reply: Reply, response: ServerResponse, signal: AbortSignal): Promise<void> {
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
