import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Reply } from "./reply.js";

/**
 * Writes a reply to its socket, as fast as the other side reads. A body that
 * is announced longer than it is ends with the connection, once its bytes are on their way.
 * @param signal tells when the client is gone, which is no error.
 */
export async function send(reply: Reply, response: ServerResponse, signal: AbortSignal): Promise<void> {
  response.writeHead(reply.status, { ...reply.headers, ...lengthOf(reply) });
  if (reply.announcedLength !== undefined && Buffer.isBuffer(reply.body)) {
    response.flushHeaders();
    response.write(reply.body, () => response.destroy());
    return;
  }
  if (Buffer.isBuffer(reply.body)) {
    response.end(reply.body);
    return;
  }
  try {
    await pipeline(Readable.from(reply.body(signal), { objectMode: false }), response);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function lengthOf({ body, announcedLength }: Reply): Record<string, string> {
  if (!Buffer.isBuffer(body)) return {};
  return { "Content-Length": String(announcedLength ?? body.length) };
}
