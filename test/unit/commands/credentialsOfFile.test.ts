import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Uri } from "vscode";
import { expect, it } from "vitest";

import { credentialsOfFile } from "../../../client/extension/push/remember.js";
import { useFolder } from "../folder.js";
import { vscode } from "../vscode.js";
import { inspect } from "../records.js";

const folder = useFolder();

const BASIC = { type: "BASIC_AUTH", username: "${secret:ID}" };
const APP = { type: "OAUTH_APP", client_id: "${secret:ID}", client_secret: "written" };
const LONG = "long".repeat(50);

it.each<[string, object, Readonly<Record<string, string>>, readonly string[]]>([
  ["the values of references, and of the file", { ...APP, domain: "a.example" }, { ID: "by-id" }, ["by-id", "written"]],
  ["other values if a reference has none", { ...APP, domain: "${secret:D}" }, { D: "by-d" }, ["written", "by-d"]],
  ["a text with an escape beside such a reference", { ...BASIC, password: "pa$${word}1" }, {}, ["pa${word}1"]],
  ["values that don't fit the variant", { ...BASIC, password: "p" }, { ID: LONG }, [LONG]],
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
  const secrets = { get: () => Promise.resolve(undefined), names: [] };
  expect(await credentialsOfFile({ fileStates, secrets }, "")).toEqual([]);
  expect(await credentialsOfFile({ fileStates, secrets }, "file:///gone")).toEqual([]);
});
