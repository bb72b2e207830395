import { execFileSync } from "node:child_process";
import fs, { mkdir, mkdtemp, open, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createFileReader, MAX_FILE_BYTES } from "../../../client/core/secrets/createFileReader.js";

const OUTSIDE = "not for anyone's eyes";

describe("reading a file behind a reference", () => {
  let base = "";
  let folder = "";

  beforeAll(async () => {
    base = await realpath(await mkdtemp(path.join(tmpdir(), "vaultconn-files-")));
    folder = path.join(base, "work");
    await mkdir(path.join(folder, "connections"), { recursive: true });
    await mkdir(path.join(base, "work-beside"));
    await Promise.all([
      writeFile(path.join(folder, "key.pem"), "key"),
      writeFile(path.join(folder, "..key"), "dots"),
      writeFile(path.join(folder, "connections", "near.pem"), "near"),
      writeFile(path.join(folder, "bom"), "\ufefftext"),
      writeFile(path.join(folder, "empty"), ""),
      writeFile(path.join(folder, "largest"), "x".repeat(MAX_FILE_BYTES)),
      writeFile(path.join(folder, "larger"), "x".repeat(MAX_FILE_BYTES + 1)),
      writeFile(path.join(folder, "binary"), Buffer.from([0xff, 0xfe, 0x00])),
      writeFile(path.join(folder, "nul"), "a\0b"),
      writeFile(path.join(base, "outside"), OUTSIDE),
      writeFile(path.join(base, "work-beside", "key.pem"), OUTSIDE),
    ]);
    await Promise.all([
      symlink(path.join(folder, "key.pem"), path.join(folder, "inner-link")),
      symlink(path.join(base, "outside"), path.join(folder, "outer-link")),
      symlink(base, path.join(folder, "outer-folder")),
      symlink(path.join(folder, "circle"), path.join(folder, "circle")),
      symlink(folder, path.join(base, "alias")),
    ]);
    execFileSync("mkfifo", [path.join(folder, "pipe")]);
  });

  afterAll(async () => {
    // Ends a read that waits for a writer, which would keep this process from ending.
    await (await open(path.join(folder, "pipe"), "r+")).close();
    await rm(base, { recursive: true });
  });

  const read = (reference: string, workspace = folder) =>
    createFileReader(path.join(workspace, "connections", "a.vaultconn.json"), workspace)(reference);

  it.each([
    ["near.pem", "near"],
    ["./near.pem", "near"],
    ["../key.pem", "key"],
    ["../connections/../connections/near.pem", "near"],
    ["../..key", "dots"],
    ["../inner-link", "key"],
    ["../bom", "text"],
    ["../empty", ""],
    ["../largest", "x".repeat(MAX_FILE_BYTES)],
  ])("%s is read", async (reference, text) => {
    expect(await read(reference)).toEqual({ ok: true, text });
  });

  it.each([
    ["../../outside", "outside"],
    ["../../work-beside/key.pem", "outside"],
    ["../outer-link", "outside"],
    ["../outer-folder/outside", "outside"],
    ["../../work/../outside", "outside"],
    ["../../does-not-exist", "outside"],
    ["..", "outside"],
    ["/etc/hostname", "absolute"],
    ["\\\\server\\share\\key", "absolute"],
    ["C:\\keys\\a.pem", "absolute"],
    ["C:a.pem", "absolute"],
    ["~/key.pem", "absolute"],
    [".", "not-a-file"],
    ["../pipe", "not-a-file"],
    ["../circle", "outside"],
    ["none.pem", "not-found"],
    ["near.pem/x", "not-found"],
    ["a\0b", "not-found"],
    ["../larger", "too-large"],
    ["../binary", "not-text"],
    ["../nul", "not-text"],
  ])("%s is refused: %s", async (reference, fault) => {
    const reading = await read(reference);
    expect(reading).toEqual({ ok: false, fault });
  });

  it("reads nothing without a workspace folder", async () => {
    const reader = createFileReader(path.join(folder, "a.vaultconn.json"), undefined);
    expect(await reader("key.pem")).toEqual({ ok: false, fault: "no-folder" });
  });

  it("accepts a workspace folder that was opened through a link", async () => {
    expect(await read("../key.pem", path.join(base, "alias"))).toEqual({ ok: true, text: "key" });
  });

  it.each(["swapped", "deep/swapped", "deep/swapped/deeper"])(
    "reads nothing if a link replaces %s before it's opened",
    async (name) => {
      const [swapped, other] = [path.join(folder, name), await mkdtemp(path.join(base, "other-"))];
      await mkdir(swapped, { recursive: true });
      await writeFile(path.join(swapped, "key.pem"), "key");
      await writeFile(path.join(other, "key.pem"), OUTSIDE);
      expect(await read(`../${name}/key.pem`)).toEqual({ ok: true, text: "key" });
      const opening = vi.spyOn(fs, "open").mockImplementationOnce(async (...args) => {
        await rename(swapped, `${other}-before`);
        await symlink(other, swapped);
        return open(...args);
      });
      syncBuiltinESMExports();
      expect(await read(`../${name}/key.pem`)).toEqual({ ok: false, fault: "not-a-file" });
      opening.mockRestore();
      syncBuiltinESMExports();
      await rm(swapped);
    },
  );
});
