import { MAX_BYTES } from "./limits.js";

const BYTE_ORDER_MARK = "\uFEFF";

/** Nobody needs to read more bytes of a file: what is longer stays too large when it is cut here, mark or not. */
export const MOST_BYTES = MAX_BYTES + Buffer.byteLength(BYTE_ORDER_MARK) + 1;

/**
 * The text of a file as editors see it: UTF-8, or UTF-16 where a byte order mark
 * says so. The mark is no part of the text, and is not counted in columns.
 * @param length how many of the bytes to decode.
 */
export function decode(bytes: Buffer, length = bytes.length): string {
  const text = textOf(bytes.subarray(0, length));
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function textOf(bytes: Buffer): string {
  // What was cut has to remain too large, of which UTF-16 would make half.
  if (bytes.length < MOST_BYTES) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le");
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
      return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString("utf16le");
  }
  return bytes.toString("utf8");
}
