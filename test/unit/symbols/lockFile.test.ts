import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

import { inLockFile } from "../../../server/src/symbols/inLockFile.js";
import { useFolder } from "../folder.js";

const folder = useFolder();

it.each<[string, (file: string) => unknown]>([
  ["is a pipe", (file) => execFileSync("mkfifo", [file])],
  [
    "is nested 100,000 levels deep",
    (file) => {
      writeFileSync(file, `${"[".repeat(100_000)}"a.example.com/ac_1"`);
    },
  ],
])("finds no connection in a lock file that %s", async (_, make) => {
  make(join(folder(), "vaultconn.lock.json"));
  const setupFile = pathToFileURL(join(folder(), "a.vaultconn.json")).href;
  expect(await inLockFile(setupFile, folder(), { id: "ac_1", tenant: undefined })).toBeUndefined();
});
