import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { stateFolder } from "../../../client/cli/state/state.js";
import { UPDATE } from "../client/support.js";
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

it.each<[string, number, string, (repository: Repository) => void]>([
  [
    "the lock file can't be written",
    4,
    "vaultconn.lock.json wasn't written: it isn't a regular file. The outcomes don't change.\n",
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

it("stops if the journal is a pipe", async () => {
  const { repository } = await opened();
  repository.setup(0, { name: "New" });
  const folder = stateFolder(repository.root, { env: repository.environment() });
  mkdirSync(folder, { recursive: true });
  execFileSync("mkfifo", [join(folder, "pushes-under-way.json")]);
  await repository.ends(4, ["plan"], "pushes-under-way.json");
});
