import { describe, expect, it } from "vitest";
import { writeFiles } from "./command.js";
import { check, root, useFolder } from "./checkFolder.js";

const FOLDERS = ["a", "b", "c", "d", "e"];
/** In each folder: together more than twice as many as are worth a thread (`FEW` in `cli/threads.ts`). */
const FILES = 4200;
/** A file with errors, one with a hint, one without anything, and one that is no text. */
const TEXTS = [
  '{"setup": {"type": "BEARER"}, "x": 1}',
  '{"setup": {"type": "BEARER", "token": "s3cr3t"}}',
  '{"name": "n"}',
  '{"name": 5, "ready": true}',
];

interface Report {
  readonly files: readonly { readonly path: string }[];
  readonly summary: object;
}

describe("a check of so many files that all cores share in it", () => {
  useFolder();

  async function report(folders: readonly string[]): Promise<Report> {
    return JSON.parse((await check([...folders, "--format", "json"], { cwd: root })).stdout) as Report;
  }

  it("finds what checks of a few files each find, in the same order every time", async () => {
    const files = FOLDERS.flatMap((folder) =>
      Array.from({ length: FILES }, (_, index) => [
        `${folder}/${String(index).padStart(4, "0")}.vaultconn.json`,
        TEXTS[index % TEXTS.length] ?? "",
      ]),
    );
    writeFiles(root, Object.fromEntries(files) as Record<string, string>);
    const all = await report(FOLDERS);
    expect(all.files.length).toBe((FOLDERS.length * FILES * 3) / 4);
    const apart: Report["files"][number][] = [];
    for (const folder of FOLDERS) apart.push(...(await report([folder])).files);
    expect(all.files).toEqual(apart);
    expect(await report(FOLDERS)).toEqual(all);
  });

  it("names the files of which they are the same connection, and those that cannot be read", async () => {
    const files = Array.from({ length: 20_100 }, (_, index) => [
      `${String(index).padStart(5, "0")}.vaultconn.json`,
      JSON.stringify({ id: `ac_${index % 20_099}`, name: "n" }),
    ]);
    writeFiles(root, Object.fromEntries(files) as Record<string, string>);
    writeFiles(root, { "z.vaultconn.json": Buffer.from([0x7b, 0xe9, 0x7d]) });
    const { stdout, stderr, code } = await check([".", "--format", "json"]);
    expect((JSON.parse(stdout) as Report).files.map(({ path }) => path)).toEqual([
      "00000.vaultconn.json",
      "20099.vaultconn.json",
    ]);
    expect(stderr).toContain("it is neither UTF-8 nor UTF-16 with a byte order mark");
    expect(code).toBe(2);
  });
});

describe("a check of a file that is not UTF-8", () => {
  useFolder();

  it("says so, also of one on standard input", async () => {
    const latin = Buffer.from('{"name": "B\xe4r"}', "latin1");
    writeFiles(root, { "a.vaultconn.json": latin });
    for (const given of [["a.vaultconn.json"], ["-"]]) {
      const { stderr, code } = await check(given, { input: latin });
      expect(stderr).toContain("it is neither UTF-8 nor UTF-16 with a byte order mark");
      expect(code).toBe(2);
    }
    const wide = Buffer.from('\uFEFF{"name": "B\u00E4r"}', "utf16le");
    expect(await check(["-"], { input: wide })).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("a secret that is also remarked upon otherwise", () => {
  useFolder();

  it.each(["s3cr3t ", "s3cr3t\\n", "<token>x", "your_\\nx"])("fails a check with error: %s", async (secret) => {
    writeFiles(root, { "a.vaultconn.json": `{"setup": {"type": "BEARER", "token": "${secret}"}}` });
    const { stdout, code } = await check([".", "--plain-text-secret", "error"]);
    expect(stdout).toContain("error plain-text-secret");
    expect(code).toBe(1);
  });
});
