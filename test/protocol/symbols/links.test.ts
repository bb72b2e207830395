import { symlink } from "node:fs/promises";
import path from "node:path";

import { describe, expect, it } from "vitest";
import type { Location } from "vscode-languageserver";

import { root, uriOf, useFolder, writeFiles } from "../folder.js";
import { Session } from "../session.js";

useFolder();

describe("a symbolic link out of the workspace folder", () => {
  const TEXT = '{ "name": "${env:KEY} ${file:keys/k.pem} ${file:../k.pem} ${file:keys/in.pem}" }';
  const SETUP_FILE = "work/a.vaultconn.json";

  async function definitionsIn(session: Session): Promise<readonly string[]> {
    await session.open(uriOf(SETUP_FILE), TEXT);
    const found = Array.from(TEXT.matchAll(/:(?=[\w.])/g), ({ index }) =>
      session.request<Location[]>("textDocument/definition", {
        textDocument: { uri: uriOf(SETUP_FILE) },
        position: { line: 0, character: index + 1 },
      }),
    );
    return (await Promise.all(found)).map((locations) => locations.map(({ uri }) => path.basename(uri)).join());
  }

  it.each([
    ["leads nowhere and is not read", "outside", ["", "", "", "in.pem"]],
    ["is followed where it leads back into it", "work/inside", [".env", "k.pem", "", "in.pem"]],
  ])("%s", async (_, folder, expected) => {
    writeFiles(root, {
      [SETUP_FILE]: TEXT,
      "k.pem": "key",
      "work/keys/in.pem": "key",
      [`${folder}/variables`]: "KEY=x",
      [`${folder}/key`]: "key",
    });
    await symlink(path.join(root, folder, "variables"), path.join(root, "work/.env"));
    await symlink(path.join(root, folder, "key"), path.join(root, "work/keys/k.pem"));
    await using session = await Session.start({
      folders: [uriOf("work")],
      initializationOptions: { settings: { envFile: ".env" } },
    });
    expect(await definitionsIn(session)).toEqual(expected);
  });
});
