import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";

/** @returns the digest of a file, in hexadecimal digits */
export async function sha256(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** One line for each file, as `sha256sum --check` reads them in the folder of the files. */
export async function checksumsOf(files: readonly string[]): Promise<string> {
  const lines = await Promise.all(files.map(async (file) => `${await sha256(file)}  ${basename(file)}\n`));
  return lines.join("");
}
