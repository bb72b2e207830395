import { isUtf8 } from "node:buffer";
import { tokensOf } from "./tree.js";

/** Larger files, in UTF-8, aren't checked. */
export const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Where the root value of a text begins, found without parsing it.
 * @returns an offset; the length of the text if there is nothing but whitespace and comments.
 */
export function startOfRoot(text: string): number {
  return tokensOf(text).next().value?.offset ?? text.length;
}

const BYTE_ORDER_MARK = "\uFEFF";

/** No one needs to read more bytes of a file: what is longer stays too large when it is cut here, mark or not. */
export const MOST_BYTES = MAX_BYTES + Buffer.byteLength(BYTE_ORDER_MARK) + 1;

interface Decoded {
  readonly text: string;
  /** The bytes are in no encoding that is read, so that characters are lost. */
  readonly isLossy: boolean;
}

/**
 * The text of a file as editors see it: UTF-8, or UTF-16 where a byte order mark
 * says so. The mark is no part of the text, and isn't counted in columns.
 * @param length how many of the bytes to decode.
 */
export function decode(bytes: Buffer, length = bytes.length): Decoded {
  const all = bytes.subarray(0, length);
  const wide = utf16(all);
  const text = wide ?? all.toString("utf8");
  return {
    text: text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text,
    // What was cut may end within a character.
    isLossy: wide === undefined && all.length < MOST_BYTES && !isUtf8(all),
  };
}

function utf16(bytes: Buffer): string | undefined {
  // What was cut has to remain too large, of which UTF-16 would make half.
  if (bytes.length >= MOST_BYTES) return undefined;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString("utf16le");
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return undefined;
  return Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)))
    .swap16()
    .toString("utf16le");
}
