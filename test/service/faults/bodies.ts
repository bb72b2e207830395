import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { constants, createGzip } from "node:zlib";
import { connectionAt } from "../data/catalogue.js";
import type { ReplyBody } from "../http/reply.js";

const BLANKS = Buffer.alloc(1 << 20, " ");

/** The bytes, a few at a time. The waiting ends at once when nobody reads any more. */
export function slowly(bytes: Buffer, step: number, milliseconds: number): ReplyBody {
  return async function* (signal) {
    for (let start = 0; start < bytes.length; start += step) {
      yield bytes.subarray(start, start + step);
      if (await wasAborted(milliseconds, signal)) return;
    }
  };
}

/** A gzip stream that unpacks to the JSON text `[]` with blanks inside, of so many bytes. */
export function gzipBomb(bytes: number): ReplyBody {
  return async function* (signal) {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    signal.addEventListener("abort", () => gzip.destroy(), { once: true });
    const writing = write(gzip, bytes, signal).catch((error: unknown) => gzip.destroy(error as Error));
    try {
      for await (const chunk of gzip) yield chunk as Buffer;
      await writing;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  };
}

/** A JSON array of records of the catalogue, for ever. */
export function endlessRecords(): ReplyBody {
  return async function* (signal) {
    for (let index = 0; !signal.aborted; index += 100) {
      const records = Array.from({ length: 100 }, (_, i) => JSON.stringify(connectionAt((index + i) % 1_000_000)));
      yield await Promise.resolve(Buffer.from(`${index === 0 ? "[" : ","}${records.join(",")}`));
    }
  };
}

async function write(gzip: ReturnType<typeof createGzip>, bytes: number, signal: AbortSignal): Promise<void> {
  gzip.write("[");
  for (let left = bytes - 2; left > 0 && !signal.aborted; left -= BLANKS.length) {
    const room = gzip.write(BLANKS.subarray(0, Math.min(left, BLANKS.length)));
    if (!room) await once(gzip, "drain", { signal });
  }
  if (!signal.aborted) gzip.end("]");
}

async function wasAborted(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(milliseconds, undefined, { signal });
    return false;
  } catch {
    return true;
  }
}
