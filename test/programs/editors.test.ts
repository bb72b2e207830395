import { execFile } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, inject, it } from "vitest";
import { root, useFolder, writeFiles } from "../protocol/folder.js";
import { SERVER } from "../protocol/session.js";
import { useFolder as useEmptyFolder } from "../unit/folder.js";

const HERE = import.meta.dirname;
const FILES = {
  ".env": "# names of connections\nTITLE=Title\n",
  "a.vaultconn.json":
    '{\n  "id": "ac_1",\n  "name": "${env:TITLE}",\n  "setup": { "type": "BEARER", "token": "${secret:KEY}" }\n}\n',
  "b.vaultconn.json": '{ "type": "BASIC_AUTH", "username": "${secret:KEY}", "password": "in plain text" }\n',
};

useFolder();
const binFolder = useEmptyFolder();
let bin: string;

beforeEach(async () => {
  bin = binFolder();
  writeFiles(root, FILES);
  const program = path.join(bin, "vaultconn-language-server");
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${SERVER}" "$@"\n`);
  await chmod(program, 0o755);
});

/** The configuration that the documentation gives for an editor, the one of several that holds these words. */
async function configuration(language: string, words: string): Promise<string> {
  const page = await readFile(path.resolve(HERE, "../../docs/editors.md"), "utf8");
  const blocks = Array.from(page.matchAll(/^```(\w+)\n(.*?)^```$/gms), ([, of, text = ""]) => ({ of, text }));
  const found = blocks.find(({ of, text }) => of === language && text.includes(words));
  if (!found) throw new Error(`The documentation has no ${language} with ${words}.`);
  return found.text;
}

/** Runs an editor to its end. @returns what its script has printed last. */
async function play(editor: string, args: readonly string[]): Promise<unknown> {
  const env = { ...process.env, PATH: `${bin}:${process.env["PATH"] ?? ""}`, HOME: bin, XDG_CONFIG_HOME: bin };
  const { stdout, stderr } = await promisify(execFile)(editor, args, { cwd: root, env });
  const last = stdout.trim().split("\n").at(-1) ?? "";
  try {
    return JSON.parse(last);
  } catch {
    throw new Error(`The editor said: ${stdout}\n${stderr}`);
  }
}

async function textsAfter(): Promise<readonly string[]> {
  return Promise.all(["a", "b"].map((name) => readFile(path.join(root, `${name}.vaultconn.json`), "utf8")));
}

const RENAMED = [FILES["a.vaultconn.json"], FILES["b.vaultconn.json"]].map((text) => text.replace("KEY", "RENAMED"));

describe("the language server in a real editor, set up as documented", () => {
  it("works in Neovim: settings, definitions, references, renames, and saved files", async () => {
    await writeFile(path.join(bin, "init.lua"), await configuration("lua", "start_client"));
    const args = ["--headless", "-n", "-i", "NONE", "-u", path.join(bin, "init.lua")];
    expect(await play(inject("programs").neovim, [...args, "-c", `luafile ${path.join(HERE, "neovim.lua")}`])).toEqual({
      severity: 2,
      references: ["a.vaultconn.json:4", "b.vaultconn.json:1"],
      highlights: ["here:4"],
      definition: ".env:2",
      symbols: ["RENAMED"],
    });
    expect(await textsAfter()).toEqual(RENAMED);
  });

  it("works in Emacs with Eglot: settings, watched files, definitions, references, and renames", async () => {
    await writeFile(path.join(bin, "init.el"), `(package-initialize)\n${await configuration("elisp", "eglot")}`);
    const args = ["--batch", "-l", path.join(bin, "init.el"), "-l", path.join(HERE, "emacs.el")];
    expect(await play(inject("programs").emacs, args)).toEqual({
      severity: "eglot-warning",
      references: ["a.vaultconn.json:4", "b.vaultconn.json:1"],
      highlights: 1,
      definition: [".env:2"],
      symbols: ["RENAMED"],
    });
    expect(await textsAfter()).toEqual(RENAMED);
  });
});
