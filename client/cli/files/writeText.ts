import { closeSync, constants, fstatSync, openSync, writeFileSync } from "node:fs";
import { addAbortSignal } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "../../core/text/codeOf.js";
import { pipeStream } from "./pipe.js";

const FLAGS = {
  w: constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC,
  a: constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND,
} as const;
const WAIT_MS = 20;

/**
 * Writes a file, pipe or device. Waits for the reader of a pipe without blocking a thread, because the process couldn't
 * hear signals or end while one is blocked.
 * @throws an error that `reasonOf` describes, or any other after `stopping`.
 */
export async function writeText(
  file: string,
  text: string,
  flag: keyof typeof FLAGS,
  stopping: AbortSignal,
): Promise<void> {
  const descriptor = await openForWriting(file, FLAGS[flag], stopping);
  if (fstatSync(descriptor).isFIFO()) {
    await pipeline([text], addAbortSignal(stopping, pipeStream(descriptor, "write")));
    return;
  }
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** Waits until a pipe has a reader. */
async function openForWriting(file: string, flags: number, stopping: AbortSignal): Promise<number> {
  for (;;) {
    try {
      return openSync(file, flags | constants.O_NONBLOCK);
    } catch (error) {
      if (codeOf(error) !== "ENXIO") throw error;
    }
    await sleep(WAIT_MS, undefined, { signal: stopping });
  }
}
