import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { wrap } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { codes, Session, SERVER } from "./session.js";

const URI = "file:///somewhere/a.vaultconn.json";
const TEXT = '{ "type": "TOKEN", "token": "${secret:A}", "ready": true }';
/** The program that is built, and what it reads. */
const PARTS = ["server.js", "l10n"];

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

async function codesFound(): Promise<readonly unknown[]> {
  await using session = await Session.start({ server });
  await session.open(URI, TEXT);
  const found = codes(await session.diagnostics(URI));
  expect(await session.stop()).toBe(0);
  return found;
}

it("nothing is written beside the program", async () => {
  expect(await codesFound()).toEqual(["unknown-property"]);
  expect((await readdir(folder)).sort()).toEqual(PARTS.toSorted());
});

it("compiled code that somebody else put beside the program is not run", async () => {
  const source = await readFile(server, "utf8");
  // V8 itself compares nothing but the length of the source.
  const other = source.replace("#!", "//").replaceAll("unknown-property", "nwonknu-property");
  const forged = new Script(wrap(other), { filename: server });
  const data = forged.createCachedData();
  const digest = createHash("sha256").update(source).update(data).digest();
  const name = `${server}.${process.version}-${process.arch}-${cachedDataVersionTag().toString(16)}.cache`;
  await writeFile(name, Buffer.concat([digest, data]));
  expect(await codesFound()).toEqual(["unknown-property"]);
});
