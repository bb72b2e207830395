import { closeSync, constants, openSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { decode } from "../../../server/src/document/text.js";
import { misuse } from "../exits.js";

/** The error code of `TextDecoder`. */
const NOT_TEXT = "ERR_ENCODING_INVALID_ENCODED_DATA";

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "it doesn't exist",
  ENOTDIR: "part of its path isn't a folder",
  EISDIR: "it's a folder",
  EACCES: "permission is denied",
  EPERM: "permission is denied",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "its name is too long",
  ENOSPC: "the disk is full",
  [NOT_TEXT]: "it's neither UTF-8 nor UTF-16 with a byte order mark",
};

/** Describes a file system error as the second half of a sentence. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "an unknown error";
  return REASONS[code] ?? `the system reports ${code}`;
}

export interface Unread {
  readonly path: string;
  readonly reason: string;
}

export function unreadSentence({ path: file, reason }: Unread): string {
  return `Can't read "${file}": ${reason}. Correct the path or its permissions, and try again.`;
}

/** @param about subject of the error message, such as `The plan "plan.json"`. @throws ExitError if reading fails. */
export function readNamedFile(file: string, cwd: string, about: string): string {
  try {
    return readFileSync(path.resolve(cwd, file), "utf8");
  } catch (error) {
    throw misuse(`${about} can't be read: ${reasonOf(error)}.`);
  }
}

/** Opens without following a link or blocking on a pipe, which may have replaced the file since it was found. */
export const REGULAR_FILE = constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Reads a file, pipe or device. @throws an error that `reasonOf` describes. */
export function readText(file: string, flags = constants.O_RDONLY): string {
  const descriptor = openSync(file, flags);
  try {
    return decodeText(readFileSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

export async function readStream(stream: Readable): Promise<string> {
  return decodeText(await buffer(stream));
}

function decodeText(bytes: Buffer): string {
  const { text, isLossy } = decode(bytes);
  if (isLossy) throw Object.assign(new Error("not text"), { code: NOT_TEXT });
  return text;
}
