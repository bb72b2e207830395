import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

import { inLockFile } from "../../../server/src/symbols/lockFile.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "vaultconn-lock-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function lookUp() {
  return inLockFile(pathToFileURL(join(folder, "a.vaultconn.json")).href, folder, "ac_1");
}

it("finds the line of a connection", async () => {
  writeFileSync(join(folder, "vaultconn.lock.json"), '{"connections": [\n{"id": "ac_1"}]}');
  expect(await lookUp()).toMatchObject({ range: { start: { line: 1 } } });
});

it("does not wait for a pipe", async () => {
  execFileSync("mkfifo", [join(folder, "vaultconn.lock.json")]);
  expect(await lookUp()).toBeUndefined();
});

it("finds nothing in what is nested 100,000 levels deep", async () => {
  writeFileSync(join(folder, "vaultconn.lock.json"), `${"[".repeat(100_000)}"ac_1"`);
  expect(await lookUp()).toBeUndefined();
});
