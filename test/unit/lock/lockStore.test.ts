import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import fs, { chmod, chown, mkdir, mkdtemp, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";

import { lockKey, lockText, type LockEntry } from "../../../client/core/lock/lockEntries.js";
import { changeLock, lockTrouble, readLock, type LockTrouble } from "../../../client/core/lock/lockStore.js";
import { durableStorage, writeFileAtomic } from "../../../client/core/storage/durableStorage.js";
import { useProgram } from "../processes.js";
import { entryOf } from "../records.js";
import { TextStorage } from "../storage.js";

/** Processes that write the same lock files, each two lines at once, as an editor and pipelines do. */
const PROCESSES = 3;
/** So many lock files a killed writer left something beside. */
const ROUNDS = 40;

const program = useProgram(
  `import { once } from "node:events";
  import { lockKey } from "../../../client/core/lock/lockEntries.js";
  import { changeLock } from "../../../client/core/lock/lockStore.js";
  import { entryOf } from "../records.js";
  async function put(file: string, number: number): Promise<void> {
    const entry = entryOf(number);
    let times = 0;
    const change = (entries) => Boolean(++times && entries.set(lockKey(entry), entry));
    const trouble = await changeLock(file, change, true);
    // Who is taken for one that has ended begins anew.
    if (trouble || times > 1) console.log(number, trouble, times);
  }
  const DO = {
    rounds: async (number, ...files) => {
      console.log("ready");
      await once(process.stdin, "data");
      const numbers = [2 * Number(number), 2 * Number(number) + 1];
      while (files.length > 0)
        await Promise.all(files.splice(0, 20).flatMap((file) => numbers.map((each) => put(file, each))));
    },
    killed: (file) => changeLock(file, () => process.kill(process.pid, "SIGKILL"), true),
  };
  const [, , what = "", ...rest] = process.argv;
  void DO[what](...rest);`,
  import.meta.dirname,
);

/** A lock file in a folder of its own, which isn't there yet. */
async function lockFile(name: string): Promise<string> {
  const folder = await mkdtemp(join(program().folder, `${name} `));
  return join(folder, "vaultconn.lock.json");
}

function put(file: string, entry: LockEntry): Promise<LockTrouble | undefined> {
  return changeLock(file, (entries) => Boolean(entries.set(lockKey(entry), entry)), true);
}

async function keysIn(file: string): Promise<readonly string[] | undefined> {
  const reading = await readLock(file);
  return typeof reading === "object" ? reading.map(lockKey).sort() : undefined;
}

/** Has a writer end in the middle of writing. @returns what it leaves beside the lock file: names with what they hold. */
async function leftByKilled(): Promise<readonly (readonly [name: string, content: Buffer])[]> {
  const file = await lockFile("killed");
  await once(program().start("killed", file), "exit");
  const names = (await readdir(dirname(file))).filter((name) => name !== basename(file));
  return Promise.all(names.map(async (name) => [name, await readFile(join(dirname(file), name))] as const));
}

/** Leaves files beside a lock file, so many milliseconds from now. */
async function leaveBeside(file: string, left: Awaited<ReturnType<typeof leftByKilled>>, milliseconds: number) {
  const time = new Date(Date.now() + milliseconds);
  for (const [name, content] of left) {
    await writeFile(join(dirname(file), name), content);
    await utimes(join(dirname(file), name), time, time);
  }
}

it("continues after a writer was killed, with every entry", async () => {
  const left = await leftByKilled();
  expect(left).not.toEqual([]);
  const files = await Promise.all(Array.from({ length: ROUNDS }, (_, round) => lockFile(`round ${round}`)));
  for (const file of files) await leaveBeside(file, left, -3_600_000);
  const runs = Array.from({ length: PROCESSES }, (_, at) => program().start("rounds", String(at), ...files));
  const message = runs.map((run) => text(run.stdout));
  await Promise.all(runs.map((run) => once(run.stdout, "readable")));
  for (const { stdin } of runs) stdin.end("go");
  expect((await Promise.all(message)).join("")).toBe("ready\n".repeat(PROCESSES));
  const all = Array.from({ length: 2 * PROCESSES }, (_, number) => lockKey(entryOf(number)));
  for (const file of files) {
    expect(await keysIn(file)).toEqual(all.sort());
    expect(await readdir(dirname(file))).toEqual([basename(file)]);
  }
});

describe.each<[string, (at: string) => unknown]>([
  ["a link to nothing", (at) => symlink("nowhere", at)],
  ["a link to a file", (at) => symlink(import.meta.filename, at)],
  ["a pipe", (at) => execFileSync("mkfifo", [at])],
  ["a folder", (at) => mkdir(join(at, "more"), { recursive: true })],
])("%s", (what, make) => {
  it("doesn't prevent writing if it's beside the lock file", async () => {
    const file = await lockFile(`beside ${what}`);
    const left = await leftByKilled();
    for (const name of [`${basename(file)}.new`, ...left.map(([leftover]) => leftover)])
      await make(join(dirname(file), name));
    expect(await put(file, entryOf(1))).toBeUndefined();
    expect(await keysIn(file)).toEqual([lockKey(entryOf(1))]);
  });

  it("isn't a lock file, and isn't changed", async () => {
    const file = await lockFile(`instead ${what}`);
    await make(file);
    const before = lstatSync(file);
    expect(await readLock(file)).toBe("not-a-file");
    expect(await put(file, entryOf(1))).toBe("not-a-file");
    expect(lstatSync(file)).toMatchObject({ ino: before.ino, mode: before.mode });
    expect(await readdir(dirname(file))).toEqual([basename(file)]);
  });
});

it("starts again if another process wrote while it slept", async () => {
  const file = await lockFile("asleep");
  let times = 0;
  const trouble = await changeLock(
    file,
    (entries) => {
      if (times++ === 0) {
        for (const name of readdirSync(dirname(file))) rmSync(join(dirname(file), name));
        writeFileSync(file, lockText([entryOf(2)]));
      }
      return Boolean(entries.set(lockKey(entryOf(1)), entryOf(1)));
    },
    true,
  );
  expect([trouble, times]).toEqual([undefined, 2]);
  expect(await keysIn(file)).toEqual([entryOf(1), entryOf(2)].map(lockKey).sort());
});

/** As another machine leaves it, and a checkout has it. */
const FOREIGN = ".0123456789abcdef-1--0a1b2c3d";

it.each([
  ["in a repository", true, 0],
  ["without one, seconds ago", false, -3000],
])("doesn't wait for another machine's file beside the lock file: %s", async (_, isRepository, milliseconds) => {
  const file = await lockFile("foreign");
  if (isRepository) await mkdir(join(dirname(file), ".git"));
  await leaveBeside(file, [[`${basename(file)}${FOREIGN}`, Buffer.from("")]], milliseconds);
  expect(await put(file, entryOf(1))).toBeUndefined();
  expect(await keysIn(file)).toEqual([lockKey(entryOf(1))]);
});

it("leaves nothing in the files of a repository if it's killed", async () => {
  const file = await lockFile("repository");
  await mkdir(join(dirname(file), ".git"));
  await once(program().start("killed", file), "exit");
  expect(await readdir(dirname(file))).toEqual([".git"]);
  expect(await put(file, entryOf(1))).toBeUndefined();
  expect(await readdir(join(dirname(file), ".git", "vaultconn"))).toEqual([]);
});

it.each([
  [".git", (git: string) => symlink(dirname(git), git)],
  [".git/vaultconn", (git: string) => mkdir(git).then(() => symlink(dirname(git), join(git, "vaultconn")))],
])("writes nothing where the link %s of a repository leads", async (_, link) => {
  const file = await lockFile("link");
  const elsewhere = await mkdtemp(join(program().folder, "elsewhere "));
  await link(join(elsewhere, ".git"));
  await symlink(join(elsewhere, ".git"), join(dirname(file), ".git"));
  const before = await readdir(elsewhere);
  expect(await put(file, entryOf(1))).toBeUndefined();
  expect([await readdir(elsewhere), await keysIn(file)]).toEqual([before, [lockKey(entryOf(1))]]);
});

it.each([0o664, 0o640, 0o600, 0o755])("keeps the mode %o and the group", async (mode) => {
  const file = await lockFile("mode");
  await put(file, entryOf(1));
  const group = process.getgroups?.().at(-1) ?? -1;
  await chown(file, -1, group);
  await chmod(file, mode);
  const before = lstatSync(file);
  expect(await put(file, entryOf(2))).toBeUndefined();
  expect(lstatSync(file)).toMatchObject({ mode: before.mode, gid: before.gid, uid: before.uid });
});

it.each([
  ["EBUSY", undefined, [entryOf(1)]],
  ["EXDEV", undefined, [entryOf(1)]],
  ["EPERM", undefined, [entryOf(1)]],
  ["EROFS", "read-only", [entryOf(1), entryOf(2)]],
  ["ENOSPC", "disk-full", [entryOf(1), entryOf(2)]],
  ["EIO", "unwritable", [entryOf(1), entryOf(2)]],
] as const)("after %s, has the trouble %s", async (code, trouble, left) => {
  const file = await lockFile(code);
  for (const entry of [entryOf(1), entryOf(2)]) await put(file, entry);
  vi.spyOn(fs, "rename").mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  syncBuiltinESMExports();
  expect(await changeLock(file, (entries) => entries.delete(lockKey(entryOf(2))), true)).toBe(trouble);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  expect(await keysIn(file)).toEqual(left.map(lockKey));
  expect(await readdir(dirname(file))).toEqual([basename(file)]);
});

it.each([
  ["is a mount that can't be written", "EROFS", "read-only"],
  ["is locked against changes", "EPERM", "unwritable"],
  ["has a mode without writing", "EACCES", undefined],
  ["isn't there", "ENOENT", undefined],
] as const)("says before a push whether a lock file can be replaced that %s", async (_, code, trouble) => {
  const file = await lockFile("before");
  const access = fs.access.bind(fs);
  vi.spyOn(fs, "access").mockImplementation((...args) =>
    args[0] === file ? Promise.reject(Object.assign(new Error(code), { code })) : access(...args),
  );
  syncBuiltinESMExports();
  expect(await lockTrouble(file)).toBe(trouble);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

describe("a file that a scanner of Windows has open", () => {
  const { platform } = process;
  const on = (value: string) => Object.defineProperty(process, "platform", { value });
  const failing = (code: string, times: number) => {
    const rename = fs.rename.bind(fs);
    vi.spyOn(fs, "rename").mockImplementation((...paths) =>
      times-- > 0 ? Promise.reject(Object.assign(new Error(code), { code })) : rename(...paths),
    );
    syncBuiltinESMExports();
  };
  afterEach(() => {
    on(platform);
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it.each([
    ["win32", "EPERM", 3, "replaced"],
    ["win32", "EBUSY", 1, "replaced"],
    ["win32", "EACCES", 5, "replaced"],
    ["win32", "EPERM", Infinity, "written in place"],
    ["linux", "EPERM", 1, "written in place"],
    ["win32", "ENOSPC", 1, "disk-full"],
  ])("on %s, after %s %i times, is %s", async (system, code, times, end) => {
    const file = await lockFile(system);
    await put(file, entryOf(1));
    const before = lstatSync(file).ino;
    on(system);
    failing(code, times);
    const trouble = await put(file, entryOf(2));
    expect(trouble ?? (lstatSync(file).ino === before ? "written in place" : "replaced")).toBe(end);
    expect(await keysIn(file)).toEqual((trouble ? [entryOf(1)] : [entryOf(1), entryOf(2)]).map(lockKey));
    expect(await readdir(dirname(file))).toEqual([basename(file)]);
  });

  it("may be the one of the pushes in progress", async () => {
    const folder = dirname(await lockFile("state"));
    on("win32");
    failing("EBUSY", 2);
    await writeFileAtomic(folder, "state.json", "{}");
    expect(await readFile(join(folder, "state.json"), "utf8")).toBe("{}");
  });

  it("may be read, or be the one of a process that's done", async () => {
    const folder = dirname(await lockFile("used"));
    await writeFileAtomic(folder, "state.json", '{"a":1}');
    on("win32");
    for (const name of ["readFile", "rm"] as const)
      vi.spyOn(fs, name).mockRejectedValueOnce(Object.assign(new Error("EBUSY"), { code: "EBUSY" }));
    syncBuiltinESMExports();
    const storage = await durableStorage(new TextStorage(), { scheme: "file", fsPath: folder }, "state.json");
    expect(storage.get("a")).toBe(1);
    await storage.update("b", 2);
    expect(await readdir(folder)).toEqual(["state.json"]);
  });
});
