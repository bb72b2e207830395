import { isUtf8 } from "node:buffer";

/** Larger setup files aren't checked. In bytes of UTF-8. */
export const MAX_BYTES = 5 * 1024 * 1024;

/** How many bytes of a setup file to read. A file that's cut here is still too large, even without its byte order mark. */
export const MAX_READ_BYTES = MAX_BYTES + Buffer.byteLength("\uFEFF") + 1;

/** The text of a file. */
export interface Decoded {
  readonly text: string;
  /** Whether some bytes are invalid in the encoding, so that characters are lost. */
  readonly isLossy: boolean;
}

/**
 * Decodes a file like an editor: UTF-8, or UTF-16 that begins with a byte order mark or two ASCII characters. Drops the
 * mark.
 * @param limit in bytes, for setup files: the rest is left out, and isn't lossy.
 */
export function decode(all: Uint8Array, limit = Infinity): Decoded {
  const bytes = all.subarray(0, limit);
  const isCut = bytes.length >= limit;
  // A cut UTF-16 text could have half as many bytes in UTF-8, and no longer be too large.
  const encoding = isCut ? "utf-8" : encodingOf(bytes);
  // In stream mode, an incomplete UTF-16 character at the end is dropped, as in editors.
  const text = new TextDecoder(encoding).decode(bytes, { stream: limit < Infinity && encoding !== "utf-8" });
  // A cut text may end within a character.
  return { text, isLossy: !isCut && (encoding === "utf-8" ? !isUtf8(bytes) : text.includes("\uFFFD")) };
}

function encodingOf([a, b, c, d]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return "utf-16le";
  return (a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d) ? "utf-16be" : "utf-8";
}
