import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach } from "vitest";

/** The folder of the test that runs, empty at its beginning. */
export let root: string;

/** Gives each test of the file it is called in a folder of its own. */
export function useFolder(): void {
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), "vaultconn-"));
  });
  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });
}

/** The URI of a file or folder below that folder; without a name, of the folder itself. */
export function uriOf(name = ""): string {
  return pathToFileURL(path.join(root, name)).href;
}
