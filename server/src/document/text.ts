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

/** The most bytes to read of a file. A longer one stays too large when it is cut here, with a byte order mark or without. */
export const MAX_READ_BYTES = MAX_BYTES + Buffer.byteLength("\uFEFF") + 1;

interface Decoded {
  readonly text: string;
  /** Some bytes aren't in the encoding, so that characters are lost. */
  readonly isLossy: boolean;
}

/** The text of a file as editors show it: UTF-8, or UTF-16 with a byte order mark. The mark isn't part of the text. */
export function decode(all: Buffer): Decoded {
  const bytes = all.subarray(0, MAX_READ_BYTES);
  const isCut = bytes.length >= MAX_READ_BYTES;
  // In UTF-16, a text that was cut would have half as many bytes of UTF-8, and no longer be too large.
  const encoding = isCut ? "utf-8" : encodingOf(bytes);
  // A stream may go on after half of a UTF-16 character, which is left out.
  const text = new TextDecoder(encoding).decode(bytes, { stream: encoding !== "utf-8" });
  // What was cut may end within a character.
  return { text, isLossy: encoding === "utf-8" && !isCut && !isUtf8(bytes) };
}

function encodingOf([first, second]: Buffer): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
