import { open } from "node:fs/promises";
import { MAX_BYTES } from "../document/limits.js";

/**
 * Reads a file as text, but never more than a little over `MAX_BYTES`: what is
 * larger is not looked at anyway, and stays too large when it is cut.
 * @returns undefined where there is no such file, or it cannot be read.
 */
export async function readText(path: string): Promise<string | undefined> {
  try {
    const handle = await open(path, "r");
    try {
      const { size } = await handle.stat();
      const buffer = Buffer.alloc(Math.min(size, MAX_BYTES + 1));
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
      return buffer.toString("utf8", 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}
