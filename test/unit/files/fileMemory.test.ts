import { resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Uri } from "vscode";
import { compareRow, FileMemory, isLastPush } from "../../../client/extension/editor/fileMemory.js";
import { RecordPlaces } from "../../../client/core/service/operations/recordReader.js";
import type { ConnectionStore } from "../../../client/core/connections/store.js";
import { recordFrom } from "../records.js";
import { TextStorage } from "../storage.js";
import { partOf } from "../partOf.js";

/** With a drive on Windows. */
const uri = (path: string) => Uri.file(resolve("/workspace", path));
const [A, B] = [uri("a.vaultconn.json"), uri("b.vaultconn.json")];
const ABOUT = (id: string) => ({ origin: "https://acme.example", id });

let files: FileMemory;
beforeEach(() => {
  files = new FileMemory(new TextStorage());
});

describe("the memory of files", () => {
  it("is valid only for its connection, not for the same ID elsewhere", async () => {
    const elsewhere = { ...ABOUT("ac_1"), origin: "https://other.example" };
    await files.remember(A, ABOUT("ac_1"));
    const counted = [ABOUT("ac_1"), ABOUT("ac_2"), elsewhere].map((connection) => files.about(A, connection));
    expect(counted).toEqual([ABOUT("ac_1"), undefined, undefined]);
    // Another file of the connection, such as after `git mv`, has the latest of it, but not the link of a bare setup.
    const record = { name: "A", ready: true, updated_at: "", fingerprint: "1", at: 5 };
    await files.remember(uri("c"), { ...ABOUT("ac_1"), record, pushed: "digest", linked: true });
    for (const file of [A, B])
      expect(files.about(file, ABOUT("ac_1"))).toEqual({ ...ABOUT("ac_1"), record, pushed: "digest" });
  });

  it.each([
    ["the tenant that it names", { id: "ac_1", tenant: "other.example" }, "https://other.example"],
    ["the tenant of its path, if it names none", { id: "ac_2" }, "https://acme.example"],
    ["the only tenant that has the ID, if it names none", { id: "ac_3" }, "https://other.example"],
    ["no tenant, if several have the ID", { id: "ac_1" }, undefined],
    ["none, if the ID isn't known", { id: "ac_4" }, undefined],
    ["the tenant of its path, if it names no connection", undefined, "https://acme.example"],
  ])("belongs to %s", async (_, named, origin) => {
    const elsewhere = "https://other.example";
    const seen = [ABOUT("ac_1"), ABOUT("ac_2"), { id: "ac_1", origin: elsewhere }, { id: "ac_2", origin: elsewhere }];
    for (const [at, about] of [...seen, { id: "ac_3", origin: elsewhere }].entries())
      await files.remember(uri(String(at)), about);
    await files.remember(A, ABOUT("ac_2"));
    expect(files.of(A, named)?.origin).toBe(origin);
  });

  it.each([
    ["no origin", { id: "ac_1" }],
    ["an origin that's no URL", { ...ABOUT("ac_1"), origin: "acme" }],
    ["a record without its time", { ...ABOUT("ac_1"), record: { name: "A", updated_at: "", fingerprint: "1" } }],
    ["digests that are text", { ...ABOUT("ac_1"), values: "old" }],
    ["a flag in words", { ...ABOUT("ac_1"), linked: "yes" }],
    ["nothing at all", null],
  ])("doesn't have a stored entry with %s, and has the others", async (_, damaged) => {
    const storage = new TextStorage();
    await storage.update("vaultconn.files", { [String(A)]: damaged, [String(B)]: ABOUT("ac_2") });
    const read = new FileMemory(storage);
    expect([read.get(A), read.of(A, { id: "ac_1" }), read.get(B)]).toEqual([undefined, undefined, ABOUT("ac_2")]);
  });

  it("stores where connections were last seen with their records, as earlier versions do", async () => {
    const record = { name: "A", ready: true, updated_at: "", fingerprint: "1", at: 5 };
    const stored = { ...ABOUT("ac_1"), record: { ...record, page: 12 } };
    const [storage, places] = [new TextStorage(), new RecordPlaces()];
    await storage.update("vaultconn.files", { [String(A)]: { ...ABOUT("ac_1"), record }, [String(B)]: stored });
    const read = new FileMemory(storage, places);
    const known = places.of("https://acme.example");
    expect([...known]).toEqual([["ac_1", 12]]);
    known.set("ac_1", 3);
    await read.remember(A, { ...ABOUT("ac_1"), record });
    await read.remember(uri("c"), ABOUT("ac_1"));
    expect(storage.get("vaultconn.files")).toEqual({
      [String(A)]: { ...ABOUT("ac_1"), record: { ...record, page: 3 } },
      [String(B)]: stored,
      [String(uri("c"))]: ABOUT("ac_1"),
    });
  });

  it("follows renamed files and folders, and replaces what was remembered there", async () => {
    for (const path of ["old/a", "old/deep/b", "older/c", "new/a"]) await files.remember(uri(path), ABOUT(path));
    await files.moved(uri("old"), uri("new"));
    const paths = ["new/a", "new/deep/b", "older/c", "old/a"];
    expect(paths.map((path) => files.get(uri(path))?.id)).toEqual(["old/a", "old/deep/b", "older/c", undefined]);
  });

  it("follows a rename by the extension if the file was up to date", async () => {
    const before = { name: "Old", ready: true, updated_at: "2026-02-01T00:00:00.000Z", fingerprint: "1" };
    const after = { ...before, name: "New", updated_at: "2026-02-02T00:00:00.000Z", fingerprint: "2" };
    const about = { ...ABOUT("ac_1"), record: { ...before, at: 5, page: 2 }, pushed: "digest", probably: true };
    const others = {
      outdated: { ...about, record: { ...about.record, fingerprint: "0" } },
      elsewhere: { ...about, origin: "https://other.example" },
      another: { ...about, id: "ac_2" },
      chosen: ABOUT("ac_1"),
    };
    for (const [path, remembered] of Object.entries({ ...others, a: about, b: about }))
      await files.remember(uri(path), remembered);
    await files.renamed(ABOUT("ac_1"), before, { ...after, ready: false });
    expect(files.get(uri("a"))).toEqual(about);
    await files.renamed(ABOUT("ac_1"), before, after);
    for (const path of ["a", "b"])
      expect(files.get(uri(path))).toEqual({ ...about, record: { ...after, at: 5, page: 2 }, renamed: true });
    for (const [path, remembered] of Object.entries(others)) expect(files.get(uri(path))).toEqual(remembered);
  });

  it("doesn't prove anything if the service returns neither time nor fingerprint", async () => {
    const before = { name: "Old", ready: true, updated_at: "", fingerprint: "" };
    const about = { ...ABOUT("ac_1"), record: { ...before, at: 5 } };
    await files.remember(uri("a"), about);
    await files.renamed(ABOUT("ac_1"), before, { ...before, name: "New" });
    expect(files.get(uri("a"))).toEqual(about);
  });
});

const PUSH = { origin: "https://acme.example", id: "ac_1", startedAt: 5 };
const RECORD = { name: "A", ready: true, updated_at: "", fingerprint: "1" };

describe("a push whose outcome is unknown", () => {
  /** What is remembered of the file. @param at when its record was seen */
  const record = (at: number) => ({ record: { ...RECORD, at } });
  const { origin, id } = PUSH;

  it.each([
    ["nothing is remembered of its file", undefined, true],
    ["it went where the file goes", { origin, id, ...record(9) }, true],
    ["the file was for another connection before", { origin, id: "ac_2", ...record(4) }, true],
    ["the file has been for another connection since", { origin, id: "ac_2", ...record(9) }, false],
    ["the file has been for another tenant since", { origin: "https://other.example", id, ...record(9) }, false],
    ["another connection was chosen, and no more", { origin, id: "ac_2" }, true],
  ])("counts if %s: %s", (_, remembered, counts) => {
    expect(isLastPush(PUSH, remembered)).toBe(counts);
  });
});

describe("the row of a file's connection", () => {
  const record = { ...RECORD, at: 5 };
  const listed = { loadedAt: 1, more: true };
  interface Row {
    readonly fingerprint?: string;
    readonly isGone?: boolean;
    readonly superseded?: boolean;
    readonly snapshot?: object;
  }

  it.each<[string, string | undefined, Row]>([
    ["is as pushed", "same", { fingerprint: "1" }],
    ["isn't known, if none was loaded", undefined, { snapshot: { loadedAt: undefined } }],
    ["isn't known, if it's on a page that wasn't loaded", undefined, {}],
    ["drifted, if it changed", "drifted", { fingerprint: "2" }],
    ["was compared, and is still as it was then", "superseded", { fingerprint: "1", superseded: true }],
    ["drifted, if a compared change is followed by another", "drifted", { fingerprint: "2", superseded: true }],
    ["is gone, if a request found the connection deleted", "gone", { isGone: true }],
    ["is gone, if all rows were loaded without it", "gone", { snapshot: { ...listed, more: false } }],
  ])("%s", (_, expected, { fingerprint, isGone = false, superseded = false, snapshot = listed }) => {
    const find = () => (fingerprint === undefined ? undefined : recordFrom({ name: "A", updated_at: "", fingerprint }));
    const rows = partOf<ConnectionStore>({ snapshot, isGone: () => isGone, find });
    expect(compareRow(PUSH.id, { record, superseded }, undefined, rows)).toBe(expected);
    // Without memory, the lock file is compared.
    const locked = { ...record, id: PUSH.id, tenant: "acme.example", digest: "" };
    expect(compareRow(PUSH.id, { superseded }, locked, rows)).toBe(expected);
  });
});
