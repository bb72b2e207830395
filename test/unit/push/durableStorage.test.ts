import fs, { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PushHistory } from "../../../client/core/push/state/history.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import {
  durableStorage,
  isolateOrigin,
  sharedFolder,
  writeFileAtomic,
} from "../../../client/core/storage/durableStorage.js";
import { useFolder } from "../folder.js";
import { ENTRY, LINE } from "../records.js";
import { TextStorage } from "../storage.js";

const KEY = "vaultconn.pushesUnderWay";
const NAME = "pushes-under-way.json";

describe("the storage of pushes in progress", () => {
  const root = useFolder();
  const folder = () => join(root(), "state", "vaultconn");
  const file = () => join(folder(), NAME);
  /** The storage of a window, beside what VS Code keeps for it. */
  const opened = (memory = new TextStorage()) => durableStorage(memory, { scheme: "file", fsPath: folder() }, NAME);

  it("is one private file that's complete at any moment", async () => {
    const memory = new TextStorage();
    const storage = await opened(memory);
    for (const value of [[1], [1, 2], []]) {
      await storage.update(KEY, value);
      expect(JSON.parse(await readFile(file(), "utf8"))).toEqual({ [KEY]: value });
    }
    expect([memory.get(KEY), memory.get(NAME)]).toEqual([undefined, expect.any(Number)]);
    expect(await readdir(folder())).toEqual([NAME]);
    if (process.platform !== "win32") expect((await stat(file())).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === "win32")("makes folders of its own private, whatever the umask is", async () => {
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const made = join(folder(), "a", "b");
    await writeFileAtomic(made, NAME, "{}");
    const modes = await Promise.all([made, dirname(made)].map(async (each) => (await stat(each)).mode & 0o777));
    expect(modes).toEqual([0o700, 0o700]);
  });

  it("returns values at once, and resolves once they're on the disk", async () => {
    const storage = await opened();
    const kept = Array.from({ length: 20 }, (_, at) => storage.update(at % 2 === 0 ? KEY : "other", at));
    expect([storage.get(KEY), storage.get("other")]).toEqual([18, 19]);
    await kept[0];
    expect(JSON.parse(await readFile(file(), "utf8"))).toMatchObject({ [KEY]: expect.any(Number) as number });
    await Promise.all(kept.map((each) => Promise.resolve(each)));
    expect(JSON.parse(await readFile(file(), "utf8"))).toEqual({ [KEY]: 18, other: 19 });
    const next = await opened();
    expect([next.get(KEY), next.get("other")]).toEqual([18, 19]);
  });

  it("is one for all windows of a workspace, whose folders VS Code numbers", async () => {
    const extension = "vaultconn.vault-connections";
    const numbered = (name: string) => ({ scheme: "file", fsPath: join(root(), name, extension) });
    for (const [at, name] of ["ec2c92d", "ec2c92d-1", "ec2c92d-9"].entries())
      await (await durableStorage(new TextStorage(), numbered(name), NAME)).update(`key${at}`, at);
    const next = await durableStorage(new TextStorage(), numbered("ec2c92d-2"), NAME);
    expect([0, 1, 2].map((at) => next.get(`key${at}`))).toEqual([0, 1, 2]);
    expect(await readdir(root())).toEqual(["ec2c92d"]);
    // In a browser, IDs are numbers, and may be negative.
    for (const id of ["-1c251145", "-7", "1696861843-10", "0f4d3e"])
      expect(sharedFolder(join(root(), id, extension))).toBe(join(root(), id, extension));
  });

  it("writes again if the last write failed", async () => {
    await writeFile(join(root(), "state"), "not a folder");
    const storage = await opened();
    await expect(Promise.resolve(storage.update(KEY, [1]))).rejects.toThrow();
    await rm(join(root(), "state"));
    await storage.update("other", [2]);
    expect(JSON.parse(await readFile(file(), "utf8"))).toEqual({ [KEY]: [1], other: [2] });
  });

  it("starts empty if the file can't be read", async () => {
    await (await opened()).update(KEY, ["file"]);
    for (const text of ["", "{", "null", "7", '"x"']) {
      await writeFile(file(), text);
      expect((await opened()).get(KEY)).toBeUndefined();
    }
  });

  it("replaces nothing that it can't read for the moment", async () => {
    await (await opened()).update(KEY, ["another window's"]);
    const storage = await opened();
    vi.spyOn(fs, "readFile").mockRejectedValueOnce(Object.assign(new Error("EIO"), { code: "EIO" }));
    syncBuiltinESMExports();
    await expect(Promise.resolve(storage.update("other", 1))).rejects.toThrow("EIO");
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    await storage.update("other", 2);
    expect(JSON.parse(await readFile(file(), "utf8"))).toEqual({ [KEY]: ["another window's"], other: 2 });
  });

  it("keeps what other windows wrote, and doesn't restore what they removed", async () => {
    const interrupted = await new PushJournal(await opened()).begin({ ...ENTRY, id: "interrupted" });
    const [one, other] = [new PushJournal(await opened()), new PushJournal(await opened())];
    const entries = await Promise.all([one.begin({ ...ENTRY, id: "a" }), other.begin({ ...ENTRY, id: "b" })]);
    const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).sort();
    expect(idsOf(new PushJournal(await opened()).interrupted)).toEqual(["a", "b", "interrupted"]);
    await one.end(interrupted, "done");
    await Promise.all([one.end(entries[0], "done"), other.forget([entries[1]])]);
    const next = new PushJournal(await opened());
    expect([next.open, idsOf(next.ended)]).toEqual([[], ["a", "interrupted"]]);
  });

  it("keeps what each window remembers of another file", async () => {
    await (await opened()).update(KEY, { a: 1, b: 1 });
    const [one, other] = [await opened(), await opened()];
    await one.update(KEY, { a: 2, b: 1, c: 2 });
    await other.update(KEY, { a: 1 });
    expect((await opened()).get(KEY)).toEqual({ a: 2, c: 2 });
  });

  it("begins no push if nothing can be written", async () => {
    await writeFile(join(root(), "state"), "not a folder");
    const memory = new TextStorage();
    const journal = new PushJournal(await opened(memory));
    await expect(journal.begin(ENTRY)).rejects.toThrow(/ENOTDIR|EEXIST|ENOENT/);
    expect(journal.open).toEqual([]);
    expect(new PushJournal(await opened(memory)).interrupted).toEqual([]);
  });

  it("writes nothing after the editor has closed the window", async () => {
    const memory = new TextStorage();
    const storage = await opened(memory);
    await storage.update(KEY, ["before"]);
    memory.full = true;
    await expect(Promise.resolve(storage.update(KEY, ["after"]))).rejects.toThrow();
    expect(JSON.parse(await readFile(file(), "utf8"))).toEqual({ [KEY]: ["before"] });
  });

  it.each([
    ["no workspace", undefined],
    ["a workspace that is not on a disk", "vscode-vfs"],
  ])("is only the editor's with %s", async (_, scheme) => {
    const memory = new TextStorage();
    const place = scheme === undefined ? undefined : { scheme, fsPath: folder() };
    const storage = await durableStorage(memory, place, NAME);
    await storage.update(KEY, ["x"]);
    expect([storage.get(KEY), memory.get(KEY), await readdir(root())]).toEqual([["x"], ["x"], []]);
  });
});

const SAMPLE = "https://sample.invalid";
const ACME = "https://acme.example.com";

describe("storage for one origin that's kept in this window only", () => {
  it("is read with the rest, isn't stored, and is removed without a trace", async () => {
    const storage = new TextStorage();
    await new PushHistory(storage).add({ ...LINE, origin: ACME, id: "before" });
    const history = new PushHistory(isolateOrigin(SAMPLE, storage));
    await history.add({ ...LINE, origin: SAMPLE, id: "tried", push: "tried" });
    await history.add({ ...LINE, origin: ACME, id: "after", push: "after" });
    expect(history.lines.map(({ id }) => id).sort()).toEqual(["after", "before", "tried"]);
    expect(storage.everything).not.toContain("sample.invalid");
    await history.forget(SAMPLE);
    for (const { lines } of [history, new PushHistory(storage)])
      expect(lines.map(({ id }) => id)).toEqual(["after", "before"]);
  });

  it("is recognized in objects by name, too", async () => {
    const storage = new TextStorage();
    const apart = isolateOrigin(SAMPLE, storage);
    await apart.update("files", { a: { origin: SAMPLE }, b: { origin: ACME }, c: 1 });
    await apart.update("other", "text");
    expect(apart.get("files")).toEqual({ a: { origin: SAMPLE }, b: { origin: ACME }, c: 1 });
    expect([storage.get("files"), apart.get("other")]).toEqual([{ b: { origin: ACME }, c: 1 }, "text"]);
    await apart.update("files", { b: { origin: ACME } });
    expect(apart.get("files")).toEqual({ b: { origin: ACME } });
  });
});
