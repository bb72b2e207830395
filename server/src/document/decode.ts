import { MAX_BYTES } from "./limits.js";

const BYTE_ORDER_MARK = "\uFEFF";

/** Nobody needs to read more bytes of a file: what is longer stays too large when it is cut here, mark or not. */
export const MOST_BYTES = MAX_BYTES + Buffer.byteLength(BYTE_ORDER_MARK) + 1;

/**
 * The text of a file as editors see it: a byte order mark is no part of it, and
 * is not counted in columns.
 * @param length how many of the bytes to decode.
 */
export function decode(bytes: Buffer, length = bytes.length): string {
  const text = bytes.toString("utf8", 0, length);
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}
