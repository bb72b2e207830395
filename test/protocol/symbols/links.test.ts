import { symlink } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import type { Location } from "vscode-languageserver";
import { root, uriOf, useFolder, writeFiles } from "../../unit/folder.js";
import { Session } from "../session.js";

const TEXT = '{ "name": "${env:KEY} ${file:keys/k.pem} ${file:../k.pem} ${file:keys/in.pem}" }';
const SETUP_FILE = "work/a.vaultconn.json";

useFolder();

it.each([
  ["outside", ["", "", "", "in.pem"]],
  ["work/inside", [".env", "k.pem", "", "in.pem"]],
])("follows symbolic links only inside the workspace folder: into %s", async (folder, expected) => {
  const targets = { [`${folder}/variables`]: "KEY=x", [`${folder}/key`]: "key" };
  writeFiles({ [SETUP_FILE]: TEXT, "k.pem": "key", "work/keys/in.pem": "key", ...targets });
  await symlink(path.join(root, folder, "variables"), path.join(root, "work/.env"));
  await symlink(path.join(root, folder, "key"), path.join(root, "work/keys/k.pem"));
  const initializationOptions = { settings: { envFile: ".env" } };
  await using session = await Session.start({ folders: [uriOf("work")], initializationOptions });
  await session.open(uriOf(SETUP_FILE), TEXT);
  const found: string[] = [];
  for (const { index } of TEXT.matchAll(/:(?=[\w.])/g)) {
    const at = { textDocument: { uri: uriOf(SETUP_FILE) }, position: { line: 0, character: index + 1 } };
    const locations = await session.request<Location[]>("textDocument/definition", at);
    found.push(locations.map(({ uri }) => path.basename(uri)).join());
  }
  expect(found).toEqual(expected);
});
