import { closeSync, openSync, readSync } from "node:fs";
import type { Readable } from "node:stream";
import { decode, MOST_BYTES } from "../../../server/src/document/text.js";

/** Larger than nearly all setup files, so that most take one read. */
const buffer = Buffer.allocUnsafe(65_536);

/** What `TextDecoder` throws for bytes that are no text. */
const NOT_TEXT = "ERR_ENCODING_INVALID_ENCODED_DATA";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it does not exist",
  ENOTDIR: "a part of its path is not a folder",
  EISDIR: "it is a folder",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  ELOOP: "its symbolic links lead in a circle",
  ENAMETOOLONG: "its name is too long",
  ENOSPC: "the disk is full",
  [NOT_TEXT]: "it is neither UTF-8 nor UTF-16 with a byte order mark",
};

/** The second half of a sentence. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown error";
  return REASONS[code] ?? `the system reports ${code}`;
}

export interface Unread {
  readonly path: string;
  readonly reason: string;
}

export function unreadSentence({ path, reason }: Unread): string {
  return `Could not read "${path}": ${reason}. Correct the path or its permissions, and try again.`;
}

/** Reads anything that can be opened. Reading stops once the text is too large. @throws what `reasonOf` explains. */
export function readText(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const parts: Buffer[] = [];
    for (let total = 0; total < MOST_BYTES;) {
      const length = readSync(descriptor, buffer);
      if (length === 0) break;
      parts.push(Buffer.from(buffer.subarray(0, length)));
      total += length;
    }
    return textOf(parts);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws what `reasonOf` explains. */
export async function readStream(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let total = 0;
  for await (const part of stream as AsyncIterable<Buffer>) {
    parts.push(part);
    total += part.length;
    if (total >= MOST_BYTES) break;
  }
  return textOf(parts);
}

function textOf(parts: readonly Buffer[]): string {
  const bytes = Buffer.concat(parts);
  const { text, isLossy } = decode(bytes, Math.min(bytes.length, MOST_BYTES));
  if (isLossy) throw Object.assign(new Error("not text"), { code: NOT_TEXT });
  return text;
}
