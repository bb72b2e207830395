import type { IncomingMessage } from "node:http";

/**
 * The whole body of a request.
 * @param limit bytes; a longer body gives undefined, and the rest of it is not kept.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  return length <= limit ? Buffer.concat(chunks) : undefined;
}
