import { promisify } from "node:util";
import zlib from "node:zlib";
import { codeOf } from "../errors/failure.js";
import type { WireReply } from "./exchange.js";
import { header } from "./headers.js";

/** The encodings asked for. */
export const ACCEPT_ENCODING = "gzip, deflate, br";

const gunzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gunzip);
const inflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflate);
const inflateRaw = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.inflateRaw);
const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress);

/** The content of a reply, or why it cannot be had. */
export type Decoded = { readonly body: Buffer } | { readonly fault: "too-large" | "unreadable" };

/**
 * Undoes a reply's content encoding.
 * @param limit bytes; decompression stops there, so a small reply cannot fill the memory.
 */
export async function decode(reply: WireReply, limit: number): Promise<Decoded> {
  const encoding = (header(reply.headers, "content-encoding") ?? "").trim().toLowerCase();
  const decompress = decompressor(encoding, reply.body);
  if (decompress === "none" || reply.body.length === 0) return { body: reply.body };
  if (!decompress) return { fault: "unreadable" };
  try {
    return { body: await decompress(reply.body, { maxOutputLength: limit }) };
  } catch (error) {
    return { fault: codeOf(error) === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "unreadable" };
  }
}

function decompressor(encoding: string, body: Buffer): typeof gunzip | "none" | undefined {
  switch (encoding) {
    case "":
    case "identity":
      return "none";
    case "gzip":
    case "x-gzip":
      return gunzip;
    case "deflate":
      // Named after the zlib format (RFC 9110, section 8.4.1.2), yet often sent without its header.
      return ((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw;
    case "br":
      return brotli;
    default:
      return undefined;
  }
}
