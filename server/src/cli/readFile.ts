import { closeSync, openSync, readSync } from "node:fs";
import type { Readable } from "node:stream";
import { decode, MOST_BYTES } from "../document/text.js";
import { NOT_TEXT } from "./misuse.js";

/** Larger than nearly all setup files, so that most are read at once. */
const buffer = Buffer.allocUnsafe(65_536);

/**
 * Reads a file, or anything that can be opened, as text; of one that is too
 * large only so much that it remains too large. Not asynchronous: files are
 * checked one after the other, and the detour costs more than the check.
 * @param regular whether it is a file of which everything is there at once, so that less than was asked for is all of it.
 * @throws an error of the file system, or one with the code `NOT_TEXT`.
 */
export function readFile(path: string, regular: boolean): string {
  const descriptor = openSync(path, "r");
  try {
    const first = readSync(descriptor, buffer);
    if (regular && first < buffer.length) return textOf(buffer, first);
    const parts: Buffer[] = [];
    for (let length = first, total = 0; length > 0 && total < MOST_BYTES; length = readSync(descriptor, buffer)) {
      parts.push(Buffer.from(buffer.subarray(0, length)));
      total += length;
    }
    return textOf(Buffer.concat(parts));
  } finally {
    closeSync(descriptor);
  }
}

/** Reads a stream to its end in the same way. @returns what gives its text, or throws. */
export async function readStream(stream: Readable): Promise<() => string> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    total += part.length;
    if (total >= MOST_BYTES) break;
  }
  const bytes = Buffer.concat(parts);
  return () => textOf(bytes);
}

function textOf(bytes: Buffer, length = bytes.length): string {
  const { text, isLossy } = decode(bytes, Math.min(length, MOST_BYTES));
  if (isLossy) throw Object.assign(new Error("not text"), { code: NOT_TEXT });
  return text;
}
