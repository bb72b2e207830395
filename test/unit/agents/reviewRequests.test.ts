import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  agentsWords,
  changeRequests,
  endRequest,
  readRequests,
  REQUESTS_FILE,
  type ReviewRequest,
} from "../../../client/core/agents/reviewRequests.js";
import { DAY_MS } from "../../../client/core/text/formatTime.js";
import { useFolder } from "../folder.js";

const root = useFolder();
const request = (over: object = {}): ReviewRequest => ({
  file: "/w/a.vaultconn.json",
  digest: "0".repeat(64),
  reason: "Adds a region.",
  at: Date.now(),
  ...over,
});

/** A state folder with this as its file. */
function stored(content: unknown): { readonly folder: string; readonly file: string } {
  const folder = join(root(), "state");
  const file = join(folder, REQUESTS_FILE);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content), { mode: 0o600 });
  return { folder, file };
}

describe("requests for reviews", () => {
  it("are only their owner's to read, and survive changes by several processes", async () => {
    const folder = join(root(), "new", "state");
    const add = (name: number) => changeRequests(folder, (all) => [...all, request({ file: `/w/${name}` })]);
    await Promise.all(Array.from({ length: 5 }, (_, at) => add(at)));
    expect(await readRequests(folder)).toHaveLength(5);
    const modes = [folder, join(folder, REQUESTS_FILE)].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600]);
    await endRequest(folder, "/w/3", "dismissed");
    expect((await readRequests(folder)).filter(({ ended }) => ended === "dismissed")).toHaveLength(1);
  });

  it("leave no folder behind where nobody asked", async () => {
    const folder = join(root(), "none");
    await endRequest(folder, "/w/a", "pushed");
    expect(() => statSync(folder)).toThrow("ENOENT");
  });

  it.each<[string, unknown]>([
    ["no JSON", "{"],
    ["a list", [request()]],
    ["no list", { requests: request() }],
    ["51 requests", { requests: Array.from({ length: 51 }, (_, at) => request({ file: `/w/${at}` })) }],
    ["a reason of 201 characters", { requests: [request({ reason: "x".repeat(201) })] }],
    ["a reason that's an object", { requests: [request({ reason: { value: "Push", isTrusted: true } })] }],
    ["a relative path", { requests: [request({ file: "../a.vaultconn.json" })] }],
    ["a long path", { requests: [request({ file: `/${"a".repeat(5000)}` })] }],
    ["a digest that isn't one", { requests: [request({ digest: "0" })] }],
    ["a time that isn't one", { requests: [request({ at: "now" })] }],
    ["an unknown end", { requests: [request({ ended: "approved" })] }],
    ["a good request beside a bad one", { requests: [request(), request({ reason: 1 })] }],
    ["more than 512 KB", { requests: [request()], more: "x".repeat(600_000) }],
  ])("are ignored if the file has %s", async (_, content) => {
    expect(await readRequests(stored(content).folder)).toEqual([]);
  });

  it.each<[string, (place: ReturnType<typeof stored>) => void]>([
    [
      "others may read the file",
      ({ file }) => {
        chmodSync(file, 0o640);
      },
    ],
    [
      "others may write the file",
      ({ file }) => {
        chmodSync(file, 0o602);
      },
    ],
    [
      "others may write the folder",
      ({ folder }) => {
        chmodSync(folder, 0o770);
      },
    ],
    [
      "the file is a link",
      ({ file }) => {
        renameSync(file, `${file}.real`);
        symlinkSync(`${file}.real`, file);
      },
    ],
    [
      "the folder is a link",
      ({ folder }) => {
        renameSync(folder, `${folder}.real`);
        symlinkSync(`${folder}.real`, folder);
      },
    ],
    [
      "the file is a pipe",
      ({ file }) => {
        renameSync(file, `${file}.real`);
        execFileSync("mkfifo", ["-m", "600", file]);
      },
    ],
  ])("are ignored if %s", async (_, spoil) => {
    const place = stored({ requests: [request()] });
    expect(await readRequests(place.folder)).toHaveLength(1);
    spoil(place);
    expect(await readRequests(place.folder)).toEqual([]);
  });

  it("aren't written through a link, or into a folder that others can change", async () => {
    const { folder, file } = stored("");
    const other = join(root(), "mine");
    writeFileSync(other, "mine");
    renameSync(file, `${file}.old`);
    symlinkSync(other, file);
    await changeRequests(folder, () => [request()]);
    expect(await readRequests(folder)).toHaveLength(1);
    expect(readFileSync(other, "utf8")).toBe("mine");
    symlinkSync(other, `${file}.new`);
    await expect(changeRequests(folder, () => [])).rejects.toThrow("ELOOP");
    expect(readFileSync(other, "utf8")).toBe("mine");
    chmodSync(folder, 0o777);
    await expect(changeRequests(folder, () => [])).rejects.toThrow("others can change the folder");
  });

  it.each<[number, number]>([
    [0, 1],
    [DAY_MS - 60_000, 1],
    [DAY_MS, 0],
    [-30_000, 1],
    [-DAY_MS, 0],
  ])("that are %i ms old count as %i", async (age, count) => {
    expect(await readRequests(stored({ requests: [request({ at: Date.now() - age })] }).folder)).toHaveLength(count);
  });
});

it.each([
  ["Adds the EU region.", "Adds the EU region."],
  ["one\r\n \u00a0\u3000two\u2028three\u0000four\u001b[31mfive", "one two three four [31mfive"],
  ["\u202eder\u202c \u2066a\u2069 \u200fb", "der a b"],
  ["done” · in sync · “pushed", "done’ · in sync · ’pushed"],
  ["a\"b'c«d»e„f‟g「h」i＂j〝k", "a’b’c’d’e’f’g’h’i’j’k"],
  ["[Push now](command:vaultconn.push)", "[Push now] (command:vaultconn.push)"],
  ["$(check) $(sync~spin) <b>ok</b> **ok**", "$(check) $(sync~spin) <b>ok</b> **ok**"],
  [" \u3164\u2800 ", ""],
  ["token=canary-Kp7wN2xQz9 works", "[redacted] works"],
  ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", "[redacted]"],
  ["with hunter2-hunter2 it works", "with [redacted] it works"],
  ["with aHVudGVyMi1odW50ZXIy it works", "with [redacted] it works"],
])("shows the agent's words %j as %j", (reason, shown) => {
  expect(agentsWords(reason, ["hunter2-hunter2"])).toBe(shown);
  expect(agentsWords(shown)).toBe(shown);
});
