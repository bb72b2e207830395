import { isUtf8 } from "node:buffer";
import { tokensOf } from "./tree.js";

/** Larger files aren't checked. In bytes of UTF-8. */
export const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Finds the root value without parsing the text.
 * @returns its offset; the length of the text if that only has whitespace and comments.
 */
export function startOfRoot(text: string): number {
  return tokensOf(text).next().value?.offset ?? text.length;
}

/** How many bytes of a file to read. A file that's cut here is still too large, even without its byte order mark. */
export const MAX_READ_BYTES = MAX_BYTES + Buffer.byteLength("\uFEFF") + 1;

/** The text of a file. */
export interface Decoded {
  readonly text: string;
  /** Whether some bytes are invalid in the encoding, so that characters are lost. */
  readonly isLossy: boolean;
}

/** Decodes a file like an editor: UTF-8, or UTF-16 with a byte order mark. Drops the mark. */
export function decode(all: Buffer): Decoded {
  const bytes = all.subarray(0, MAX_READ_BYTES);
  const isCut = bytes.length >= MAX_READ_BYTES;
  // A cut UTF-16 text could have half as many bytes in UTF-8, and no longer be too large.
  const encoding = isCut ? "utf-8" : encodingOf(bytes);
  // In stream mode, an incomplete UTF-16 character at the end is dropped.
  const text = new TextDecoder(encoding).decode(bytes, { stream: encoding !== "utf-8" });
  // A cut text may end within a character.
  return { text, isLossy: encoding === "utf-8" && !isCut && !isUtf8(bytes) };
}

function encodingOf([first, second]: Buffer): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}
