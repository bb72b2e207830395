import { constants } from "node:fs";
import { mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";

/** Reads what a file of JSON keeps; undefined where there is none, or it is damaged. */
export async function readKept(file: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    // The other end of a pipe isn't waited for.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const value: unknown = JSON.parse(await handle.readFile("utf8"));
      return typeof value === "object" && value !== null ? { ...value } : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

/** A link isn't followed, and a pipe that nobody reads isn't waited for. (Windows has neither flag.) */
const IN_PLACE =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Writes a whole file and waits until the disk has it; a reader sees the old text or the new one. Only its owner may read it. */
export async function writeKept(folder: string, name: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const written = join(folder, `${name}.new`);
  const handle = await open(written, IN_PLACE, 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(written, join(folder, name));
}
