import { closeSync, constants, createReadStream, fstatSync, openSync, readSync } from "node:fs";
import path from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { isatty, ReadStream } from "node:tty";
import { decode, MAX_READ_BYTES } from "../../../schemas/decode.js";
import { NOT_TEXT, notText, reasonOf } from "../../core/files/readFaults.js";
import { codeOf } from "../../core/text/codeOf.js";
import { interrupted, misuse } from "../exits.js";
import type { Io } from "../io.js";
import { pipeStream } from "./pipe.js";

export interface Unread {
  readonly path: string;
  readonly reason: string;
}

export function unreadSentence({ path: file, reason }: Unread): string {
  const advice = reason === reasonOf(notText()) ? "" : " Correct the path or its permissions, and try again.";
  return `Can't read "${file}": ${reason}.${advice}`;
}

/** For a folder below one that was named. */
export function skippedSentence({ path: folder, reason }: Unread): string {
  return `The folder "${folder}" is skipped: ${reason}.`;
}

/** Larger than the plan of any repository, and than the certificates of any system. */
const MAX_NAMED_BYTES = 64 * 1024 * 1024;

/** @param about such as `The plan "plan.json"`. @param ifBinary why it can't be read without text. @throws ExitError */
export async function readNamedFile(
  file: string,
  { cwd, stopping }: Pick<Io, "cwd" | "stopping">,
  about: string,
  ifBinary = reasonOf(notText()),
): Promise<string> {
  try {
    const read = await whileOpen(path.resolve(cwd, file), (descriptor) =>
      readWhole(descriptor, MAX_NAMED_BYTES, stopping),
    );
    return decodeText(read, MAX_NAMED_BYTES);
  } catch (error) {
    if (stopping.aborted) throw interrupted();
    throw misuse(`${about} can't be read: ${codeOf(error) === NOT_TEXT ? ifBinary : reasonOf(error)}.`);
  }
}

/** Doesn't wait until a pipe has a writer. (Windows has neither this flag nor such pipes.) */
export const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Reads a file, pipe or device.
 * @returns at most `MAX_READ_BYTES`: the rest isn't read.
 * @throws an error that `reasonOf` describes, or any other after `stopping`.
 */
export async function readText(file: string, stopping: AbortSignal): Promise<string> {
  return decodeText(await whileOpen(file, (descriptor) => readOpen(descriptor, MAX_READ_BYTES, stopping)));
}

async function whileOpen<Result>(file: string, work: (descriptor: number) => Promise<Result>): Promise<Result> {
  const descriptor = openSync(file, READ_AT_ONCE);
  const found = fstatSync(descriptor);
  try {
    return await work(descriptor);
  } finally {
    if (found.isFile() || found.isDirectory()) closeSync(descriptor);
  }
}

/** Closes the descriptor, unless it's a regular file's. @throws EFBIG if there's more than the limit, in bytes. */
export async function readWhole(descriptor: number, limit: number, stopping: AbortSignal): Promise<readonly Buffer[]> {
  const chunks = await readOpen(descriptor, limit + 1, stopping);
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  if (size > limit) throw Object.assign(new Error("too large"), { code: "EFBIG" });
  return chunks;
}

/**
 * Reads until the end or the limit, in bytes, and closes the descriptor, unless it's a regular file's. Waits for what may
 * come late without blocking a thread, because the process couldn't hear signals or end while one is blocked.
 */
async function readOpen(descriptor: number, limit: number, stopping: AbortSignal): Promise<readonly Buffer[]> {
  const found = fstatSync(descriptor);
  if (!found.isFile() && !found.isDirectory()) {
    const stream = isatty(descriptor)
      ? new ReadStream(descriptor)
      : found.isFIFO() || found.isSocket()
        ? pipeStream(descriptor, "read")
        : createReadStream("", { fd: descriptor });
    return readChunks(addAbortSignal(stopping, stream), limit);
  }
  return readRegular(descriptor, limit);
}

/** One for all reads: a new one for each takes twice the time that a small file takes otherwise. */
const SCRATCH = Buffer.allocUnsafeSlow(64 * 1024);

/** @throws an error that `reasonOf` describes. */
export function readRegular(descriptor: number, limit: number): readonly Buffer[] {
  const chunks: Buffer[] = [];
  for (let size = 0; size < limit;) {
    const read = readSync(descriptor, SCRATCH);
    if (read === 0) break;
    chunks.push(Buffer.from(SCRATCH.subarray(0, read)));
    size += read;
  }
  return chunks;
}

async function readChunks(stream: Readable, limit: number): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return chunks;
}

/** How much of standard input is read, so that its writer doesn't fail, though less is checked. */
const MAX_INPUT_BYTES = 64 * 1024 * 1024;

export async function readStream(stream: Readable): Promise<string> {
  return decodeText(await readChunks(stream, MAX_INPUT_BYTES));
}

export function decodeText(chunks: readonly Buffer[], limit = MAX_READ_BYTES): string {
  const { text, isLossy } = decode(Buffer.concat(chunks), limit);
  if (isLossy) throw notText();
  return text;
}
