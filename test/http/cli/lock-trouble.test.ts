import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { journalFolder } from "../../../client/cli/state/state.js";
import { UPDATE } from "../client/support.js";
import { CLI } from "./process.js";
import { APPLY, opened, type Repository } from "./support.js";

// What else is no lock file is proved with the reading of it.
it.each<[string, string, string?]>([
  ["a pipe", "it isn't a regular file. Restore it"],
  ["damaged", "it isn't JSON. Restore it", "{,,"],
  ["of a later version", "a later version of vaultconn wrote it. Update vaultconn.", lockText([]).replace("2", "3")],
])("names a lock file that is %s, and sends no requests", async (_, why, text) => {
  const { service, repository } = await opened(1);
  if (text === undefined) execFileSync("mkfifo", [repository.lockFile]);
  else writeFileSync(repository.lockFile, text);
  for (const command of [["plan"], APPLY, ["drift"], ["pull"]]) {
    const { stderr } = await repository.ends(4, command, `: ${why}`);
    expect(stderr).toMatch(/^vaultconn\.lock\.json /);
  }
  expect(service.requests.all()).toEqual([]);
  await repository.ends(0, ["list", "--unmanaged"]);
});

it("says what to check if another user's lock file can't be read", async () => {
  const { service, repository } = await opened(1);
  writeFileSync(repository.lockFile, lockText([]), { mode: 0 });
  chmodSync(dirname(repository.root), 0o755);
  // Another user, if this one may read everything.
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { baseUrl, accessToken } = service;
  const env = { VAULTCONN_TENANT: baseUrl, VAULTCONN_ACCESS_TOKEN: accessToken, VAULTCONN_STATE: tmpdir() };
  const { stderr } = spawnSync(process.execPath, [CLI, "plan"], {
    cwd: repository.root,
    env,
    encoding: "utf8",
    ...other,
  });
  expect(stderr).toContain("it can't be read. Check its owner and its permissions.");
});

it.each<[string, number, string, (repository: Repository) => void]>([
  [
    "the lock file can't be written",
    4,
    "vaultconn.lock.json wasn't written: it isn't a regular file. The outcomes don't change, and the next apply on this machine writes it.\n",
    ({ lockFile }) => {
      mkdirSync(lockFile);
    },
  ],
  [
    "the folder for the journal became a file",
    0,
    "",
    ({ outside }) => {
      rmSync(join(outside, "state"), { recursive: true });
      writeFileSync(join(outside, "state"), "");
    },
  ],
])("reports the outcome if, while it sends, %s", async (_, code, sentence, damage) => {
  const { service, repository } = await opened();
  repository.setup(0, { name: "New" });
  service.faults.add({ kind: "hold", name: "sending", when: "after" }, UPDATE);
  const applying = repository.ends(code, APPLY, "1 applied, 0 not applied, 0 unknown");
  await service.faults.held("sending");
  damage(repository);
  service.faults.release("sending");
  expect((await applying).stderr).toContain(sentence);
});

it("keeps what a lock file couldn't take, and writes it in the next run", async () => {
  const { service, repository } = await opened();
  for (const at of [0, 1]) repository.setup(at, { name: "New" });
  await repository.ends(0, APPLY, "2 applied");
  const before = await repository.lock();
  for (const at of [0, 1, 2]) repository.setup(at, { name: "Newer" });
  service.faults.add({ kind: "hold", name: "sending", when: "after" }, { ...UPDATE, times: 3 });
  const applying = repository.ends(4, APPLY, "3 applied, 0 not applied, 0 unknown");
  await service.faults.held("sending");
  rmSync(repository.lockFile);
  mkdirSync(repository.lockFile);
  service.faults.release("sending");
  await applying;
  rmSync(repository.lockFile, { recursive: true });
  // Two are in the file as before, the third isn't: what replaced an entry in the meantime would stay.
  const other = before.map((entry, at) => (at === 0 ? { ...entry, digest: "x".repeat(43) } : entry));
  writeFileSync(repository.lockFile, lockText(other));
  await repository.ends(3, ["plan"], "1 changed on the service");
  writeFileSync(repository.lockFile, lockText(before));
  await repository.ends(0, ["plan"], "0 to update, 3 unchanged");
  await repository.ends(0, ["drift"]);
  await repository.ends(0, APPLY, "3 unchanged");
  expect(await repository.lock()).toHaveLength(3);
  expect(service.requests.updates).toBe(5);
});

it("sends nothing if neither the lock file nor its folder can be written", async () => {
  const { service, repository } = await opened();
  repository.setup(0, { name: "New" });
  vi.spyOn(fs, "access").mockRejectedValue(Object.assign(new Error("EROFS"), { code: "EROFS" }));
  syncBuiltinESMExports();
  const why = "Nothing was sent. vaultconn.lock.json couldn't be written afterward";
  await repository.ends(4, APPLY, why);
  expect(service.requests.updates).toBe(0);
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await repository.ends(0, APPLY, "1 applied");
});

it("stops if the journal is a pipe", async () => {
  const { repository } = await opened();
  repository.setup(0, { name: "New" });
  const folder = journalFolder(repository.root, { env: repository.environment() });
  mkdirSync(folder, { recursive: true });
  execFileSync("mkfifo", [join(folder, "pushes-under-way.json")]);
  await repository.ends(4, ["plan"], "pushes-under-way.json");
});
