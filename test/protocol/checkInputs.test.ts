import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { BAD, BAD_LINE, check } from "./checkFolder.js";
import { root, useFolder, writeFiles } from "./folder.js";

useFolder();

describe("the files that are checked", () => {
  it("may begin with a byte order mark, which isn't content", async () => {
    const marked = `\uFEFF${BAD}`;
    const large = `\uFEFF{}${" ".repeat(6_000_000)}`;
    writeFiles(root, {
      "marked.vaultconn.json": marked,
      "mark.vaultconn.json": "\uFEFF",
      "large.vaultconn.json": large,
    });
    expect((await check(["marked.vaultconn.json"])).stdout).toContain(`marked.vaultconn.json${BAD_LINE}`);
    expect((await check(["-"], { input: marked })).stdout).toContain(`<stdin>${BAD_LINE}`);
    expect((await check(["mark.vaultconn.json"])).stdout).toMatch(
      /^mark\.vaultconn\.json:1:1 warning nothing-to-update /,
    );
    expect((await check(["large.vaultconn.json"])).stdout).toMatch(/^large\.vaultconn\.json:1:1 error too-large /);
    expect((await check(["-"], { input: large })).stdout).toMatch(/^<stdin>:1:1 error too-large /);
  });

  it("may be UTF-16 with a byte order mark", async () => {
    const littleEndian = Buffer.from(`\uFEFF${BAD}`, "utf16le");
    const bigEndian = Buffer.from(littleEndian).swap16();
    const large = Buffer.from(`\uFEFF${BAD}${" ".repeat(4_000_000)}`, "utf16le");
    await writeFile(path.join(root, "little.vaultconn.json"), littleEndian);
    await writeFile(path.join(root, "large.vaultconn.json"), large);
    expect((await check(["little.vaultconn.json"])).stdout).toContain(`little.vaultconn.json${BAD_LINE}`);
    expect((await check(["-"], { input: bigEndian })).stdout).toContain(`<stdin>${BAD_LINE}`);
    expect((await check(["-"], { input: Buffer.concat([bigEndian, Buffer.from("x")]) })).stdout).toContain(
      `<stdin>${BAD_LINE}`,
    );
    expect((await check(["large.vaultconn.json"])).stdout).toMatch(/^large\.vaultconn\.json:1:1 error too-large /);
  });

  it("may be blank, from standard input and from disk", async () => {
    const empty = " \n";
    writeFiles(root, { "empty.vaultconn.json": empty });
    for (const options of [
      ["--max-warnings", "0"],
      ["--format", "json"],
    ]) {
      const onDisk = await check(["empty.vaultconn.json", ...options]);
      expect(await check(["-", "--stdin-filename", "empty.vaultconn.json", ...options], { input: empty })).toEqual(
        onDisk,
      );
      expect(onDisk).toMatchObject({
        code: options.includes("--max-warnings") ? 4 : 0,
        stdout: expect.stringContaining("nothing-to-update") as string,
      });
    }
  });

  it("are refused if they're neither UTF-8 nor UTF-16, also on standard input", async () => {
    const latin = Buffer.from('{"name": "B\xe4r"}', "latin1");
    writeFiles(root, { "a.vaultconn.json": latin });
    for (const given of [["a.vaultconn.json"], ["-"]]) {
      const { stderr, code } = await check(given, { input: latin });
      expect(stderr).toContain("it's neither UTF-8 nor UTF-16 with a byte order mark");
      expect(code).toBe(4);
    }
  });
});

it.each(["s3cr3t ", "<token>x"])("fails a check with an error if a secret has other problems: %s", async (secret) => {
  writeFiles(root, { "a.vaultconn.json": `{"setup": {"type": "BEARER", "token": "${secret}"}}` });
  const { stdout, code } = await check([".", "--plain-text-secret", "error"]);
  expect([code, stdout]).toEqual([4, expect.stringContaining("error plain-text-secret")]);
});
