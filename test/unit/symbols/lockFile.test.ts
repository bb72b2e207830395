import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";

import { inLockFile } from "../../../server/src/symbols/inLockFile.js";
import { useFolder } from "../folder.js";

const folder = useFolder();

function lookUp(tenant?: string) {
  return inLockFile(pathToFileURL(join(folder(), "a.vaultconn.json")).href, folder(), { id: "ac_1", tenant });
}

it("finds the line of a connection", async () => {
  const lines = ['{"version": 2, "connections": {', '"a.example.com/ac_1": {},', '"b.example.com/ac_1": {}', "}}"];
  writeFileSync(join(folder(), "vaultconn.lock.json"), lines.join("\n"));
  expect(await lookUp()).toMatchObject({ range: { start: { line: 1 } } });
  expect(await lookUp("b.example.com")).toMatchObject({ range: { start: { line: 2 } } });
  expect(await lookUp("c.example.com")).toBeUndefined();
});

it("doesn't wait for a pipe", async () => {
  execFileSync("mkfifo", [join(folder(), "vaultconn.lock.json")]);
  expect(await lookUp()).toBeUndefined();
});

it("finds nothing if nested 100,000 levels deep", async () => {
  writeFileSync(join(folder(), "vaultconn.lock.json"), `${"[".repeat(100_000)}"a.example.com/ac_1"`);
  expect(await lookUp()).toBeUndefined();
});
