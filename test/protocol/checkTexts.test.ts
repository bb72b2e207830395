import { describe, expect, it } from "vitest";
import { writeFiles } from "./command.js";
import { check } from "./checkFolder.js";
import { root, useFolder } from "./folder.js";

describe("a check of a file that is not UTF-8", () => {
  useFolder();

  it("says so, also of one on standard input", async () => {
    const latin = Buffer.from('{"name": "B\xe4r"}', "latin1");
    writeFiles(root, { "a.vaultconn.json": latin });
    for (const given of [["a.vaultconn.json"], ["-"]]) {
      const { stderr, code } = await check(given, { input: latin });
      expect(stderr).toContain("it's neither UTF-8 nor UTF-16 with a byte order mark");
      expect(code).toBe(4);
    }
    const wide = Buffer.from('\uFEFF{"name": "B\u00E4r"}', "utf16le");
    expect(await check(["-"], { input: wide })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("a secret that is also remarked upon otherwise", () => {
  useFolder();

  it.each(["s3cr3t ", "<token>x"])("fails a check with error: %s", async (secret) => {
    writeFiles(root, { "a.vaultconn.json": `{"setup": {"type": "BEARER", "token": "${secret}"}}` });
    const { stdout, code } = await check([".", "--plain-text-secret", "error"]);
    expect(stdout).toContain("error plain-text-secret");
    expect(code).toBe(4);
  });
});
