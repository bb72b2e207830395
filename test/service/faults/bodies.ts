import { setTimeout as sleep } from "node:timers/promises";
import type { ReplyBody } from "../http/reply.js";

/** The bytes, one at a time. The waiting ends at once when no one reads any more. */
export function slowly(bytes: Buffer, milliseconds: number): ReplyBody {
  return async function* (signal) {
    for (let start = 0; start < bytes.length; start++) {
      yield bytes.subarray(start, start + 1);
      await sleep(milliseconds, undefined, { signal });
    }
  };
}

/** Blanks before whatever may follow, for ever. */
export const endless: ReplyBody = async function* (signal) {
  while (!signal.aborted) yield await Promise.resolve(Buffer.alloc(10_000, " "));
};
