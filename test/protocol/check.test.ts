import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { runCommand, type Ended, type Given } from "../http/cli/support.js";
import { root, useFolder, writeFiles } from "../unit/folder.js";
import { CLI } from "./session.js";

const GOOD = '{"name": "n"}\n';
/** A setup file with one error, and how it's reported behind the file's name. */
const BAD = '{"setup": {"type": "BEARER"}}\n';
const BAD_LINE = ':1:20 error missing-property This BEARER setup is missing "token"; add it.';

useFolder();

function check(args: readonly string[], given: Given = {}): Promise<Ended> {
  return runCommand(["check", ...args], { cwd: root, ...given });
}

/** The files in which something was found, in the order they are told. */
function filesIn({ stdout }: Ended): readonly string[] {
  return stdout.split("\n").flatMap((line) => /^(.*?):\d+:\d+ /.exec(line)?.[1] ?? []);
}

describe("the exit code of a check", () => {
  it("is 0 if there are no errors, even with warnings", async () => {
    writeFiles({ "a.vaultconn.json": GOOD, "b.vaultconn.json": "{}" });
    expect(await check(["a.vaultconn.json"])).toEqual({
      code: 0,
      stdout: "No problems in 1 file.\n",
      stderr: "",
    });
    const { code, stdout } = await check(["."]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^b\.vaultconn\.json:1:1 warning nothing-to-update .*\n\n1 warning in 1 of 2 files\.\n$/);
  });

  it("is 4 if there are more warnings than allowed, even hidden ones", async () => {
    writeFiles({ "a.vaultconn.json": "{}", "b.vaultconn.json": "{}" });
    expect(await check([".", "--max-warnings", "2"])).toMatchObject({ code: 0, stderr: "" });
    expect(await check([".", "--max-warnings", "1", "--quiet"])).toEqual({
      code: 4,
      stdout: "No problems in 2 files.\n",
      stderr: "There are more warnings than --max-warnings allows: 2 instead of 1. Fix some, or allow more.\n",
    });
  });

  it.each([
    [["nowhere"], /^Can't read "nowhere": it doesn't exist\. /],
    [["a.vaultconn.json/b"], /^Can't read "a\.vaultconn\.json\/b": part of its path isn't a folder\. /],
    [["loop"], /^Can't read "loop": its symbolic links form a loop\. /],
    [["empty"], /^There are no setup files below "empty".*--allow-empty/],
    [["*.yaml"], /^No file matches "\*\.yaml".*--allow-empty/],
    [[".", "--stdin-filename", "x"], /^--stdin-filename needs .*"-"/],
    [[".", "--fix"], /^unknown option '--fix'/],
    [[".", "--format", "xml"], /Allowed choices are text, json, github, markdown, sarif\./],
    [[".", "--max-warnings", "1.5"], /Enter a whole number, such as 0\./],
  ])("is 64 for misuse: %j", async (args, sentence) => {
    writeFiles({ "a.vaultconn.json": BAD });
    await mkdir(path.join(root, "empty"));
    await symlink("loop", path.join(root, "loop"));
    const { code, stdout, stderr } = await check(args);
    expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
    expect(stderr).toMatch(sentence);
  });

  it("is 4 if a file can't be read, and the others are checked", async () => {
    writeFiles({ "a.vaultconn.json": BAD });
    // A socket can be opened by no one, not even by root.
    const socket = createServer().listen(path.join(root, "locked.vaultconn.json"));
    await once(socket, "listening");
    const { code, stdout, stderr } = await check(["a.vaultconn.json", "locked.vaultconn.json"]);
    socket.close();
    expect(code).toBe(4);
    expect(stdout).toContain(`a.vaultconn.json${BAD_LINE}`);
    expect(stderr).toMatch(
      /^Can't read ".*locked\.vaultconn\.json": .*\. Correct the path or its permissions, and try again\.\n$/,
    );
  });

  it("is 0 if there's nothing to check and that's allowed", async () => {
    for (const nothing of [".", "nowhere/**/*.json"])
      expect(await check([nothing, "--allow-empty"])).toEqual({
        code: 0,
        stdout: "No problems in 0 files.\n",
        stderr: "",
      });
  });
});

describe("the files that are checked", () => {
  beforeEach(async () => {
    writeFiles({
      "a.vaultconn.json": BAD,
      "deep/er/b.vaultconn.json": BAD,
      "deep/.hidden/c.vaultconn.json": BAD,
      "node_modules/d.vaultconn.json": BAD,
      "deep/.git/e.vaultconn.json": BAD,
      "f.json": BAD,
      "[g].vaultconn.json": BAD,
    });
    await symlink("..", path.join(root, "deep/loop"));
  });

  it.each([
    [[], ["[g].vaultconn.json", "a.vaultconn.json", "deep/.hidden/c.vaultconn.json", "deep/er/b.vaultconn.json"]],
    [["node_modules"], ["node_modules/d.vaultconn.json"]],
    [["*.json"], ["[g].vaultconn.json", "a.vaultconn.json", "f.json"]],
    [["./deep/*/?.vaultconn.json"], ["deep/.hidden/c.vaultconn.json", "deep/er/b.vaultconn.json"]],
    [["{f,deep/{er,x}/*}.{json,yaml}"], ["deep/er/b.vaultconn.json", "f.json"]],
    [["[g].vaultconn.json"], ["[g].vaultconn.json"]],
    [
      ["f.json", ".", "a.vaultconn.json", "./deep/../a.vaultconn.json", "deep/loop/a.vaultconn.json", "a.*.json"],
      ["[g].vaultconn.json", "a.vaultconn.json", "deep/.hidden/c.vaultconn.json", "deep/er/b.vaultconn.json", "f.json"],
    ],
  ])("for %j are, in this order, %j", async (args, files) => {
    expect(filesIn(await check(args))).toEqual(files);
  });

  it("may be outside the working directory", async () => {
    const cwd = path.join(root, "deep/er");
    const a = `${root.replaceAll("\\", "/")}/a.vaultconn.json`;
    expect(filesIn(await check(["../../a.*.json", "."], { cwd }))).toEqual([a, "b.vaultconn.json"]);
    expect(filesIn(await check([`${root}/*.vaultconn.json`], { cwd }))).toContain(a);
  });

  it("may come from standard input", async () => {
    expect(filesIn(await check(["-"], { input: BAD }))).toEqual(["<stdin>"]);
    const replacing = ["-", "a.vaultconn.json", "--stdin-filename", "a.vaultconn.json"];
    expect((await check(replacing, { input: GOOD })).stdout).toBe("No problems in 1 file.\n");
    const named = ["-", "--stdin-filename", "not/there.vaultconn.json", "f.json"];
    expect(filesIn(await check(named, { input: BAD }))).toEqual(["f.json", "not/there.vaultconn.json"]);
  });
});

const UTF_16 = Buffer.from(`\uFEFF${BAD}`, "utf16le");

describe("a file that is checked", () => {
  it.each<[string, string | Buffer, string]>([
    ["may begin with a byte order mark", `\uFEFF${BAD}`, BAD_LINE],
    ["may be nothing but one", "\uFEFF", ":1:1 warning nothing-to-update "],
    ["may be too large", `\uFEFF{}${" ".repeat(6_000_000)}`, ":1:1 error too-large "],
    ["may be UTF-16", UTF_16, BAD_LINE],
    ["may be UTF-16 with the larger byte first", Buffer.from(UTF_16).swap16(), BAD_LINE],
    ["may be UTF-16 with a byte too many", Buffer.concat([UTF_16, Buffer.from("x")]), BAD_LINE],
    ["may be blank", " \n", ":1:1 warning nothing-to-update "],
    ["may have a secret with whitespace", withToken("s3cr3t "), ":1:39 error plain-text-secret "],
    ["may have a secret that looks like a placeholder", withToken("<token>x"), ":1:39 error plain-text-secret "],
  ])("%s, on disk and from standard input", async (_, content, report) => {
    writeFiles({ "a.vaultconn.json": content });
    const options = ["--plain-text-secret", "error", "--max-warnings", "0"];
    const { code, stdout } = await check(["a.vaultconn.json", ...options]);
    expect([code, stdout]).toEqual([4, expect.stringContaining(`a.vaultconn.json${report}`)]);
    expect(await check(["-", ...options], { input: content })).toMatchObject({
      code: 4,
      stdout: stdout.replaceAll("a.vaultconn.json", "<stdin>"),
    });
  });

  it("is refused if it's neither UTF-8 nor UTF-16", async () => {
    const latin = Buffer.from('{"name": "B\xe4r"}', "latin1");
    writeFiles({ "a.vaultconn.json": latin });
    for (const given of [["a.vaultconn.json"], ["-"]]) {
      const { stderr, code } = await check(given, { input: latin });
      expect(stderr).toContain("it's neither UTF-8 nor UTF-16 with a byte order mark");
      expect(code).toBe(4);
    }
  });
});

function withToken(token: string): string {
  return `{"setup": {"type": "BEARER", "token": "${token}"}}`;
}

describe("the output of a check", () => {
  beforeEach(() => {
    writeFiles({
      "a.vaultconn.json": '{"setup": {"type": "BEARER", "token": "sesame", "x": 1}}',
      "b.vaultconn.json": '{"setup": {"project_id": "p"}, "id": " ac_1"}',
    });
  });

  it.each([
    [[], "1 error, 1 warning, 1 note and 1 hint in 2 files."],
    [["--severity", "information"], "1 error, 1 warning and 1 note in 2 files."],
    [["--severity", "warning"], "1 error and 1 warning in 2 files."],
    [["-q"], "1 error in 1 of 2 files."],
    [["--plain-text-secret", "error", "-q"], "2 errors in 1 of 2 files."],
    [["--plain-text-secret", "off"], "1 error, 1 warning and 1 note in 2 files."],
  ])("with %j is %j", async (args, summary) => {
    const { stdout } = await check([".", ...args]);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(summary);
  });

  it("has places relative to GitHub's checkout", async () => {
    writeFiles({ "team/c.vaultconn.json": BAD });
    const run = { cwd: path.join(root, "team"), env: { GITHUB_WORKSPACE: root } };
    expect((await check([".", "--format", "github"], run)).stdout).toMatch(
      /^::error file=team\/c\.vaultconn\.json,line=1,endLine=1,col=20,endColumn=28,title=missing-property::This /,
    );
    expect((await check(["."], run)).stdout).toMatch(/^c\.vaultconn\.json:/);
  });
});

describe("the packaged command", () => {
  /** Starts a check of the folder, through a shell that may redirect it. */
  function start(redirected = "", env: NodeJS.ProcessEnv = {}) {
    const script = `exec "$0" "$1" check . --format json ${redirected}`;
    const given = { cwd: root, env: { ...process.env, ...env } };
    return spawn("sh", ["-c", script, process.execPath, CLI], { ...given, stdio: ["ignore", "pipe", "pipe"] });
  }

  /** Enough for several buffers of a pipe. */
  function writeMany(): void {
    const unknown = Array.from({ length: 100 }, (_, at) => [`unknown_${at}`, 1] as const);
    const content = JSON.stringify(Object.fromEntries(unknown));
    writeFiles(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`${at}.vaultconn.json`, content])));
  }

  it("ends if its reader ends", async () => {
    writeMany();
    const child = start();
    const exited = once(child, "exit");
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect(await text(child.stderr)).toBe("");
    expect(await exited).toEqual([4, null]);
  });

  it.skipIf(process.platform !== "linux")("ends if its output is closed", async () => {
    writeMany();
    const child = start(">/dev/full");
    const exited = once(child, "exit");
    expect(await text(child.stderr)).toBe(
      "The report couldn't be written: the disk is full. Free up disk space, and try again.\n",
    );
    expect(await exited).toEqual([4, null]);
  });

  it("writes everything to a slow reader", async () => {
    writeMany();
    const { files } = JSON.parse(await text(start().stdout)) as {
      files: readonly { diagnostics: readonly unknown[] }[];
    };
    expect(files.map(({ diagnostics }) => diagnostics.length)).toEqual(Array.from({ length: 40 }, () => 100));
  });

  it("opens no socket and needs no tenant", async () => {
    writeFiles({
      "a.vaultconn.json": GOOD,
      "no-network.cjs": `
        const forbid = (what) => () => { console.error("opens " + what); process.exit(1); };
        require("node:net").Socket.prototype.connect = forbid("a socket");
        require("node:dgram").createSocket = forbid("a socket");
        for (const name of ["lookup", "resolve"]) require("node:dns")[name] = forbid("a name server");`,
    });
    const child = start("", { NODE_OPTIONS: `--require ${path.join(root, "no-network.cjs")}` });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect([JSON.parse(stdout), stderr]).toMatchObject([{ summary: { files: 1, filesWithProblems: 0 } }, ""]);
  });
});
