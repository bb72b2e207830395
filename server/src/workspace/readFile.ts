import { open } from "node:fs/promises";
import { decode, MOST_BYTES } from "../document/decode.js";

/**
 * Reads a file as text, but never more than a little over the limit: what is
 * larger is not looked at anyway, and stays too large when it is cut.
 * @returns undefined where there is no such file, or it cannot be read.
 */
export async function readText(path: string): Promise<ReturnType<typeof decode> | undefined> {
  try {
    const handle = await open(path, "r");
    try {
      const { size } = await handle.stat();
      const buffer = Buffer.alloc(Math.min(size, MOST_BYTES));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return decode(buffer, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
