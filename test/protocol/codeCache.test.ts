import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { execa } from "execa";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codes, Session, SERVER } from "./session.js";

const URI = "file:///somewhere/a.vaultconn.json";
const CANARY = "canary-that-nobody-may-keep";
const TEXT = `{ "type": "TOKEN", "token": "${CANARY}", "ready": true }`;
const CODES = ["plain-text-secret", "unknown-property"];
/** The programs that are built, and what they read. */
const PARTS = ["server.js", "serve.js", "check.js", "diagnostics.md", "l10n"];

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "vault-connections-code-cache-"));
  for (const part of PARTS) {
    await cp(path.join(path.dirname(SERVER), part), path.join(folder, part), { recursive: true });
  }
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe("the code cache", () => {
  it("is written when the server ends, once, and holds nothing of what was edited", async () => {
    expect(await diagnose()).toEqual(CODES);
    const [cache, ...others] = await caches("serve");
    expect(others).toEqual([]);
    const content = await readFile(cache ?? "");
    // Texts in V8's memory have one byte for each character, or two.
    for (const encoding of ["latin1", "utf16le"] as const) expect(content.includes(CANARY, 0, encoding)).toBe(false);
    const { mtimeMs } = await stat(cache ?? "");
    expect(await diagnose()).toEqual(CODES);
    expect(await caches("serve")).toEqual([cache]);
    expect((await stat(cache ?? "")).mtimeMs).toBe(mtimeMs);
  });

  it("is written while the server runs, too, which may be killed", async () => {
    await using session = await Session.start({ server: path.join(folder, "server.js") });
    await session.open(URI, TEXT);
    await expect.poll(() => caches("serve"), { timeout: 100_000, interval: 500 }).toHaveLength(1);
    expect(session.process.exitCode).toBe(null);
  });

  it("is what the next process runs", async () => {
    const first = await check();
    const [cache] = await caches("check");
    const deserialized = await lineOfDeserialized(cache);
    expect(first.stdout).not.toContain(deserialized);
    const second = await check();
    expect(second.stdout).toContain(deserialized);
    expect(findings(second.stdout)).toEqual(findings(first.stdout));
    expect(findings(second.stdout)).toHaveLength(CODES.length);
  });

  it.each([
    ["of which a byte has changed", (content: Buffer) => content.fill(content.readUInt8(5000) ^ 0xff, 5000, 5001)],
    ["that breaks off", (content: Buffer) => content.subarray(0, 5000)],
    ["that is empty", () => Buffer.alloc(0)],
  ])("%s is not run, and is written again", async (_, damage) => {
    await check();
    const [cache = ""] = await caches("check");
    await writeFile(cache, damage(await readFile(cache)));
    const damaged = await lineOfDeserialized(cache);
    const { stdout } = await check();
    expect(stdout).not.toContain(damaged);
    expect(findings(stdout)).toHaveLength(CODES.length);
    expect((await check()).stdout).toContain(await lineOfDeserialized(cache));
  });

  it("of a program that was replaced is not run", async () => {
    await check();
    const program = path.join(folder, "check.js");
    const source = await readFile(program, "utf8");
    // Of the same length, which is all that V8 compares.
    await writeFile(program, source.replaceAll("unknown-property", "nwonknu-property"));
    expect(findings((await check()).stdout)[1]).toContain("nwonknu-property");
  });

  it("can be done without, where it cannot be written", async () => {
    await check();
    const [cache = ""] = await caches("check");
    await rm(cache);
    await mkdir(path.join(cache, "in the way"), { recursive: true });
    const { exitCode, stdout, stderr } = await check();
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: "" });
    expect(findings(stdout)).toHaveLength(CODES.length);
    expect(await caches("check")).toEqual([cache]);
  });
});

/** Opens a text in a server that is then ended, and gives the codes of what it found. */
async function diagnose(): Promise<readonly unknown[]> {
  await using session = await Session.start({ server: path.join(folder, "server.js") });
  await session.open(URI, TEXT);
  const found = codes(await session.diagnostics(URI));
  expect(await session.stop()).toBe(0);
  return found;
}

/** Checks the text in a process in which V8 tells what it deserializes. */
function check() {
  const args = ["--profile-deserialization", path.join(folder, "server.js"), "check", "-"];
  return execa(process.execPath, args, { input: TEXT, reject: false });
}

function findings(stdout: string): readonly string[] {
  return stdout.split("\n").filter((line) => line.startsWith("<stdin>"));
}

/** What V8 tells when it has run what a cache holds, which follows a digest. */
async function lineOfDeserialized(cache = ""): Promise<string> {
  const { size } = await stat(cache);
  return `[Deserializing from ${(size - 32).toString()} bytes `;
}

async function caches(program: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${program}.js.`));
  return names.map((name) => path.join(folder, name));
}
