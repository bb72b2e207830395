import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

import { credentialsOfFile } from "../../../client/extension/push/remember.js";
import { useWorkspace, vscode } from "../vscode.js";
import { inspect } from "../records.js";

const folder = useWorkspace();

/** What is found of a setup, whose references stand for these values. */
async function credentialsOf(setup: object, values: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const file = join(folder(), "one.vaultconn.json");
  await writeFile(file, JSON.stringify({ id: "ac_1", setup }));
  const fileStates = {
    inspect: async (uri: { readonly fsPath: string }) => ({
      ...inspect(await readFile(uri.fsPath, "utf8")),
      version: null,
    }),
  };
  const secrets = { get: (name: string) => Promise.resolve(values[name]), names: Object.keys(values) };
  return credentialsOfFile({ fileStates, secrets }, vscode.Uri.file(file).toString());
}

it("finds the values of references, and those in the file itself", async () => {
  const setup = { type: "OAUTH_APP", client_id: "${secret:ID}", client_secret: "of-the-file", domain: "a.example" };
  expect(await credentialsOf(setup, { ID: "by-reference" })).toEqual(
    expect.arrayContaining(["by-reference", "of-the-file"]),
  );
});

it("finds the file's own values if a reference has no value any more", async () => {
  const setup = { type: "OAUTH_APP", client_id: "${secret:ID}", client_secret: "of-the-file", domain: "${secret:D}" };
  const found = await credentialsOf(setup, { D: "by-reference" });
  expect(found).toEqual(expect.arrayContaining(["of-the-file", "by-reference"]));
});

it("finds a text with an escape if another reference has no value", async () => {
  const setup = { type: "BASIC_AUTH", username: "${secret:GONE}", password: "pa$${word}1" };
  expect(await credentialsOf(setup)).toContain("pa${word}1");
});

it("finds values of references even if they don't fit the variant", async () => {
  const setup = { type: "BASIC_AUTH", username: "${secret:LONG}", password: "p" };
  expect(await credentialsOf(setup, { LONG: "long".repeat(50) })).toContain("long".repeat(50));
});

it("finds nothing if there's no file, or it was deleted", async () => {
  const fileStates = { inspect: () => Promise.reject(new Error("stopped")) };
  const secrets = { get: () => Promise.resolve(undefined) };
  expect(await credentialsOfFile({ fileStates, secrets }, "")).toEqual([]);
  expect(await credentialsOfFile({ fileStates, secrets }, "file:///gone")).toEqual([]);
});
