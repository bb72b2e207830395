import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { wrap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { execa } from "execa";
import { afterEach, beforeEach, expect, it } from "vitest";
import { codes, Session, SERVER } from "./session.js";

const URI = "file:///somewhere/a.vaultconn.json";
const TEXT = '{ "type": "TOKEN", "token": "${secret:A}", "ready": true }';
/** The programs that are built, and what they read. */
const PARTS = ["server.js", "serve.js", "check.js", "diagnostics.md", "l10n"];

let folder: string;
let server: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "vault-connections-program-"));
  server = path.join(folder, "server.js");
  for (const part of PARTS)
    await cp(path.join(path.dirname(SERVER), part), path.join(folder, part), { recursive: true });
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

it("nothing is written beside the programs", async () => {
  await using session = await Session.start({ server });
  await session.open(URI, TEXT);
  expect(codes(await session.diagnostics(URI))).toEqual(["unknown-property"]);
  expect(await session.stop()).toBe(0);
  await execa(process.execPath, [server, "check", "-"], { input: TEXT, reject: false });
  expect((await readdir(folder)).sort()).toEqual(PARTS.toSorted());
});

it("compiled code that somebody else put beside a program is not run", async () => {
  const program = path.join(folder, "check.js");
  const source = await readFile(program, "utf8");
  // V8 itself compares nothing but the length of the source.
  const forged = new Script(wrap(source.replaceAll("unknown-property", "nwonknu-property")), { filename: program });
  const data = forged.createCachedData();
  const digest = createHash("sha256").update(source).update(data).digest();
  const name = `${program}.${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}.cache`;
  await writeFile(name, Buffer.concat([digest, data]));
  const { stdout } = await execa(process.execPath, [server, "check", "-"], { input: TEXT, reject: false });
  expect(stdout).toContain("unknown-property");
});
