import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Uri } from "vscode";
import { expect, it } from "vitest";

import { credentialsOfFile } from "../../../client/extension/push/remember.js";
import { useWorkspace, vscode } from "../vscode.js";
import { inspect } from "../records.js";

const folder = useWorkspace();

it.each<[string, object, Readonly<Record<string, string>>, readonly string[]]>([
  [
    "the values of references, and those in the file itself",
    { type: "OAUTH_APP", client_id: "${secret:ID}", client_secret: "of-the-file", domain: "a.example" },
    { ID: "by-reference" },
    ["by-reference", "of-the-file"],
  ],
  [
    "the file's own values if a reference has no value any more",
    { type: "OAUTH_APP", client_id: "${secret:ID}", client_secret: "of-the-file", domain: "${secret:D}" },
    { D: "by-reference" },
    ["of-the-file", "by-reference"],
  ],
  [
    "a text with an escape if another reference has no value",
    { type: "BASIC_AUTH", username: "${secret:GONE}", password: "pa$${word}1" },
    {},
    ["pa${word}1"],
  ],
  [
    "values of references even if they don't fit the variant",
    { type: "BASIC_AUTH", username: "${secret:LONG}", password: "p" },
    { LONG: "long".repeat(50) },
    ["long".repeat(50)],
  ],
])("finds %s", async (_, setup, values, found) => {
  const file = join(folder(), "one.vaultconn.json");
  await writeFile(file, JSON.stringify({ id: "ac_1", setup }));
  const fileStates = {
    inspect: async ({ fsPath }: Uri) => ({ ...inspect(await readFile(fsPath, "utf8")), version: null }),
  };
  const secrets = { get: (name: string) => Promise.resolve(values[name]), names: Object.keys(values) };
  const uri = vscode.Uri.file(file).toString();
  expect(await credentialsOfFile({ fileStates, secrets }, uri)).toEqual(expect.arrayContaining([...found]));
});

it("finds nothing if there's no file, or it was deleted", async () => {
  const fileStates = { inspect: () => Promise.reject(new Error("stopped")) };
  const secrets = { get: () => Promise.resolve(undefined) };
  expect(await credentialsOfFile({ fileStates, secrets }, "")).toEqual([]);
  expect(await credentialsOfFile({ fileStates, secrets }, "file:///gone")).toEqual([]);
});
