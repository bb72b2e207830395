import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Uri } from "vscode";
import { beforeEach, expect, it, vi } from "vitest";
import { LockFiles } from "../../../client/extension/editor/lockFiles.js";
import { LOCK_FILE, lockText, parseLock, type LockEntry } from "../../../client/core/lock/lockEntries.js";
import * as processMutex from "../../../client/core/storage/processMutex.js";
import { maskedDigest } from "../../../client/core/lock/maskedDigest.js";
import { resultOf } from "../../../client/core/push/events.js";
import type { PushRequest, PushResult } from "../../../client/core/push/pushTypes.js";
import { partOf } from "../partOf.js";
import { useFolder } from "../folder.js";
import { editor, fireWatched } from "../vscode.js";
import { inspect, recordFrom } from "../records.js";

const { acquire } = processMutex;
// Another writer that doesn't end isn't waited for.
beforeEach(() => void vi.spyOn(processMutex, "acquire").mockImplementation((prefix) => acquire(prefix, 0)));

const TARGET = { tenant: "acme.example.com", id: "ac_1" };
const WRITTEN = inspect({ setup: { type: "BEARER", token: "${secret:TOKEN}" } });
const BEFORE: LockEntry = {
  ...TARGET,
  fingerprint: "f1",
  updated_at: "t1",
  variant: 9,
  digest: "d".repeat(43),
  expires: "2027-03-01",
};
/** The record as the push leaves it, and what it was before. */
const AFTER = { fingerprint: "f2", updated_at: "2026-02-01T00:00:00.000Z", previous: [expect.any(String) as string] };

const folder = useFolder();

function lock(): readonly LockEntry[] {
  const reading = parseLock(readFileSync(join(folder(), LOCK_FILE), "utf8"));
  return typeof reading === "object" ? reading : [];
}

function fileAt(...names: readonly string[]): Uri {
  return Uri.file(join(folder(), ...names));
}

/** A push that was applied. @param file empty for a rename */
function pushed(kind: "done" | "probablyApplied", file: boolean): PushResult {
  const target = {
    origin: "https://acme.example.com",
    id: "ac_1",
    tenantName: "Acme",
    connection: "A",
    file: file ? pathToFileURL(join(folder(), "deep", "a.vaultconn.json")).href : "",
  };
  const before = { name: "A", ready: true, fingerprint: "f1", updated_at: "t1" };
  const sent = file ? { properties: ["setup.token"], expires: "2028-01-01" } : { properties: ["name"] };
  const entry = { ...target, push: "1", window: "1", startedAt: 1, ...sent, before };
  const record = recordFrom({ name: "A", fingerprint: "f2", updated_at: AFTER.updated_at });
  const outcome = { kind, record, cause: undefined };
  return resultOf({ target, entry, outcome, ...(file && { request: partOf<PushRequest>({ inspected: WRITTEN }) }) });
}

it("gets an entry for an applied push if there's a lock file", async () => {
  writeFileSync(join(folder(), LOCK_FILE), lockText([]));
  const locks = new LockFiles([]);
  await locks.record(pushed("probablyApplied", true));
  expect(lock()).toEqual([]);
  await locks.record(pushed("done", true));
  const digest = maskedDigest({ ...TARGET, inspected: WRITTEN });
  expect(lock()).toEqual([{ ...TARGET, ...AFTER, variant: WRITTEN.variant, digest, expires: "2028-01-01" }]);
  const file = fileAt("other", "b.vaultconn.json");
  expect(await locks.of(file, TARGET.tenant, TARGET.id)).toMatchObject({ fingerprint: "f2" });
});

it("doesn't create a lock file", async () => {
  await new LockFiles([]).record(pushed("done", true));
  expect(readdirSync(folder())).toEqual([]);
});

it("follows a rename of a connection whose record it knew", async () => {
  writeFileSync(join(folder(), LOCK_FILE), lockText([BEFORE]));
  await new LockFiles([]).record(pushed("done", false));
  expect(lock()).toEqual([{ ...BEFORE, ...AFTER }]);
  const older = { ...BEFORE, fingerprint: "f0" };
  writeFileSync(join(folder(), LOCK_FILE), lockText([older]));
  await new LockFiles([]).record(pushed("done", false));
  expect(lock()).toEqual([older]);
});

it.each([
  [
    "a damaged one",
    `<<<<<<< ours\n${lockText([BEFORE])}`,
    "is damaged or can't be read, so it's ignored. Restore it from the repository.",
  ],
  [
    "one of a later version",
    lockText([BEFORE]).replace('"version": 2', '"version": 3'),
    "was written by a later version, so it's ignored. Update the extension.",
  ],
])("reports %s, ignores it, and doesn't change it", async (_, text, message) => {
  writeFileSync(join(folder(), LOCK_FILE), text);
  const locks = new LockFiles([]);
  await locks.record(pushed("done", true));
  expect(readFileSync(join(folder(), LOCK_FILE), "utf8")).toBe(text);
  expect(editor.messages).toEqual([[`vaultconn.lock.json ${message}`]]);
  expect(await locks.of(fileAt("a.vaultconn.json"), TARGET.tenant, TARGET.id)).toBeUndefined();
});

it("reports once that it can't be written, until it was", async () => {
  writeFileSync(join(folder(), LOCK_FILE), lockText([]));
  const hold = async () => {
    const holder = await acquire(join(folder(), `${LOCK_FILE}.`), 0);
    if (typeof holder === "string") throw new Error(`${holder} is in the way.`);
    return holder;
  };
  const first = await hold();
  const locks = new LockFiles([]);
  const unwritten =
    "vaultconn.lock.json couldn't be written, so other people see this push as someone else's change. Make sure that the file is writable and the disk isn't full, and then push again.";
  await locks.record(pushed("done", true));
  await locks.record(pushed("done", true));
  expect(editor.messages).toEqual([[unwritten]]);
  await first.release();
  await locks.record(pushed("done", true));
  expect(lock()).toMatchObject([TARGET]);
  const second = await hold();
  await locks.record(pushed("done", true));
  expect(editor.messages).toEqual([[unwritten], [unwritten]]);
  await second.release();
});

it("reads a lock file that's added later, but not one in a package", async () => {
  const locks = new LockFiles([]);
  const of = (...file: readonly string[]) => locks.of(fileAt(...file), TARGET.tenant, TARGET.id);
  expect(await of("later", "a.vaultconn.json")).toBeUndefined();
  for (const name of ["node_modules", "later"]) {
    mkdirSync(join(folder(), name));
    const file = fileAt(name, LOCK_FILE);
    writeFileSync(file.fsPath, lockText([BEFORE]));
    fireWatched("changed", file.fsPath);
  }
  await vi.waitUntil(() => of("later", "a.vaultconn.json"), { timeout: 60_000 });
  expect(await of("node_modules", "a.vaultconn.json")).toBeUndefined();
});
