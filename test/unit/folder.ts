import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** An empty folder for each test of a file, which goes with the test. @param tell gets it before the test */
export function useFolder(tell: (folder: string) => void = () => undefined): () => string {
  let folder = "";
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "vaultconn-unit-")));
    tell(folder);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return () => folder;
}
