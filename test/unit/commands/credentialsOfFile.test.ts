import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

import { credentialsOfFile } from "../../../client/extension/push/remember.js";
import { useWorkspace, vscode } from "../vscode.js";
import { inspect } from "../push/inspected.js";

const folder = useWorkspace();

/** What is found of a setup, whose references stand for these values. */
async function credentialsOf(setup: object, values: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const file = join(folder(), "one.vaultconn.json");
  await writeFile(file, JSON.stringify({ id: "ac_1", setup }));
  const fileStates = {
    inspect: async (uri: { readonly fsPath: string }) => inspect(await readFile(uri.fsPath, "utf8")),
  };
  const secrets = { get: (name: string) => Promise.resolve(values[name]), names: Object.keys(values) };
  return credentialsOfFile({ fileStates, secrets } as never, vscode.Uri.file(file).toString());
}

it("finds what a file sends: the values of references, whatever property they are in, and what it says itself", async () => {
  const setup = { type: "OAUTH_APP", client_id: "${secret:ID}", client_secret: "of-the-file", domain: "a.example" };
  expect(await credentialsOf(setup, { ID: "by-reference" })).toEqual(
    expect.arrayContaining(["by-reference", "of-the-file"]),
  );
});

it("finds what the file says itself, and the values there are, where a reference has none any more", async () => {
  const setup = { type: "OAUTH_APP", client_id: "${secret:ID}", client_secret: "of-the-file", domain: "${secret:D}" };
  const found = await credentialsOf(setup, { D: "by-reference" });
  expect(found).toEqual(expect.arrayContaining(["of-the-file", "by-reference"]));
});

it("finds what was sent of a text with an escape in it, where another reference has no value any more", async () => {
  const setup = { type: "BASIC_AUTH", username: "${secret:GONE}", password: "pa$${word}1" };
  expect(await credentialsOf(setup)).toContain("pa${word}1");
});

it("finds the values of references though they are not what the variant takes", async () => {
  const setup = { type: "BASIC_AUTH", username: "${secret:LONG}", password: "p" };
  expect(await credentialsOf(setup, { LONG: "long".repeat(50) })).toContain("long".repeat(50));
});

it("finds nothing where there is no file, or it is gone", async () => {
  const fileStates = { inspect: () => Promise.reject(new Error("stopped")) };
  expect(await credentialsOfFile({ fileStates, secrets: {} } as never, "")).toEqual([]);
  expect(await credentialsOfFile({ fileStates, secrets: {} } as never, "file:///gone")).toEqual([]);
});
