import { execFile } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { SERVER } from "../protocol/session.js";
import { root, useFolder, writeFiles } from "../unit/folder.js";

const HERE = import.meta.dirname;
const FILES = {
  "work/.env": "# names of connections\nTITLE=Title\n",
  "work/a.vaultconn.json":
    '{\n  "id": "ac_1",\n  "name": "${env:TITLE}",\n  "setup": { "type": "BEARER", "token": "${secret:KEY}" }\n}\n',
  "work/b.vaultconn.json": '{ "type": "BASIC_AUTH", "username": "${secret:KEY}", "password": "in plain text" }\n',
};

useFolder();
let bin: string;

beforeEach(async () => {
  bin = path.join(root, "bin");
  const program = `#!/bin/sh\nexec "${process.execPath}" "${SERVER}" "$@"\n`;
  writeFiles({ ...FILES, "bin/vaultconn-language-server": program });
  await chmod(path.join(bin, "vaultconn-language-server"), 0o755);
});

const DOCUMENTS = path.resolve(HERE, "../../docs");

/** Runs an editor to its end. @returns what its script has printed last. */
async function play(editor: string, args: readonly string[]): Promise<unknown> {
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}`, HOME: bin, XDG_CONFIG_HOME: bin };
  const { stdout, stderr } = await promisify(execFile)(editor, args, { cwd: path.join(root, "work"), env });
  const last = stdout.trim().split("\n").at(-1) ?? "";
  try {
    return JSON.parse(last);
  } catch {
    throw new Error(`The editor said: ${stdout}\n${stderr}`);
  }
}

async function textsAfter(): Promise<readonly string[]> {
  return Promise.all(["a", "b"].map((name) => readFile(path.join(root, `work/${name}.vaultconn.json`), "utf8")));
}

const RENAMED = [FILES["work/a.vaultconn.json"], FILES["work/b.vaultconn.json"]].map((text) =>
  text.replace("KEY", "RENAMED"),
);

describe("the language server in a real editor, set up as documented", () => {
  it("works in Neovim: settings, definitions, references, renames, and saved files", async () => {
    const args = ["--headless", "-n", "-i", "NONE", "-u", path.join(DOCUMENTS, "editors/neovim-0.7.lua")];
    expect(await play("nvim", [...args, "-c", `luafile ${path.join(HERE, "neovim.lua")}`])).toEqual({
      severity: 2,
      references: ["a.vaultconn.json:4", "b.vaultconn.json:1"],
      highlights: ["here:4"],
      definition: ".env:2",
      symbols: ["RENAMED"],
    });
    expect(await textsAfter()).toEqual(RENAMED);
  });

  it("works in Emacs with Eglot: settings, watched files, definitions, references, and renames", async () => {
    await writeFile(
      path.join(bin, "init.el"),
      `(package-initialize)\n${await readFile(path.join(DOCUMENTS, "editors/emacs.el"), "utf8")}`,
    );
    const args = ["--batch", "-l", path.join(bin, "init.el"), "-l", path.join(HERE, "emacs.el")];
    expect(await play("emacs", args)).toEqual({
      severity: "eglot-warning",
      references: ["a.vaultconn.json:4", "b.vaultconn.json:1"],
      highlights: 1,
      definition: [".env:2"],
      symbols: ["RENAMED"],
    });
    expect(await textsAfter()).toEqual(RENAMED);
  });
});
