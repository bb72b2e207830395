import { rmSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Where the folders are. That of macOS is so deep that the socket VS Code puts into its user data would have a longer path
 * than the system allows, which is 103 bytes.
 */
const PLACE = process.platform === "darwin" ? "/tmp" : tmpdir();

const folders = new Set<string>();
let watching = false;

/** Makes an empty temporary folder, which is removed when this process ends, however that comes about. */
export async function makeTemporaryFolder(purpose: string): Promise<string> {
  if (!watching) process.on("exit", removeAll);
  watching = true;
  const folder = await realpath(await mkdtemp(join(PLACE, `vault-connections-${purpose}-`)));
  folders.add(folder);
  return folder;
}

/** Removes such a folder before that. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  folders.delete(folder);
}

function removeAll(): void {
  for (const folder of folders) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    } catch {
      // A program that is about to end may still hold a file; the system clears its temporary folder.
    }
  }
}
