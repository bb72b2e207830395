import { closeSync, constants, openSync, readSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { decode, MAX_READ_BYTES } from "../../../schemas/decode.js";
import { codeOf } from "../../core/text/codeOf.js";
import { misuse } from "../exits.js";

/** The error code of `TextDecoder`. */
const NOT_TEXT = "ERR_ENCODING_INVALID_ENCODED_DATA";
const NOT_TEXT_REASON = "it's neither UTF-8 nor UTF-16 with a byte order mark; save it as UTF-8";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it doesn't exist",
  ENOTDIR: "part of its path isn't a folder",
  EISDIR: "it's a folder",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  ENOSPC: "the disk is full",
  EBADF: "it isn't open",
  [NOT_TEXT]: NOT_TEXT_REASON,
};

/** Describes a file system error as the second half of a sentence. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error) || "an unknown error";
  return REASONS[code] ?? `the system reports ${code}`;
}

export interface Unread {
  readonly path: string;
  readonly reason: string;
}

export function unreadSentence({ path: file, reason }: Unread): string {
  const advice = reason === NOT_TEXT_REASON ? "" : " Correct the path or its permissions, and try again.";
  return `Can't read "${file}": ${reason}.${advice}`;
}

/** For a folder below one that was named. */
export function skippedSentence({ path: folder, reason }: Unread): string {
  return `The folder "${folder}" is skipped: ${reason}.`;
}

/** @param about such as `The plan "plan.json"`. @param ifBinary why it can't be read without text. @throws ExitError */
export function readNamedFile(file: string, cwd: string, about: string, ifBinary = NOT_TEXT_REASON): string {
  try {
    return readText(path.resolve(cwd, file), Infinity);
  } catch (error) {
    throw misuse(`${about} can't be read: ${codeOf(error) === NOT_TEXT ? ifBinary : reasonOf(error)}.`);
  }
}

/**
 * Reads a file, pipe or device.
 * @param limit in bytes: the rest isn't read.
 * @throws an error that `reasonOf` describes.
 */
export function readText(file: string, limit = MAX_READ_BYTES): string {
  const descriptor = openSync(file, constants.O_RDONLY);
  try {
    return readDescriptor(descriptor, limit);
  } finally {
    closeSync(descriptor);
  }
}

/** @throws an error that `reasonOf` describes. */
export function readDescriptor(descriptor: number, limit = Infinity): string {
  const chunks: Buffer[] = [];
  for (let size = 0; size < limit;) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readWaiting(descriptor, chunk);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    size += read;
  }
  return decodeText(chunks, limit);
}

const CHUNK_BYTES = 64 * 1024;
const WAIT_MS = 20;

/** Waits for a slow writer. Reading itself doesn't if any process has opened the pipe or terminal that way. */
function readWaiting(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      // On Windows, the end of a pipe is an error.
      if (codeOf(error) === "EOF") return 0;
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

/** Reads to the end, so that the writer doesn't fail, but keeps only what's checked. */
export async function readStream(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (size < MAX_READ_BYTES) chunks.push(chunk);
    size += chunk.length;
  }
  return decodeText(chunks);
}

export function decodeText(chunks: readonly Buffer[], limit = MAX_READ_BYTES): string {
  const { text, isLossy } = decode(Buffer.concat(chunks), limit);
  if (isLossy) throw Object.assign(new Error("not text"), { code: NOT_TEXT });
  return text;
}
