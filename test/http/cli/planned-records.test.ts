import { copyFileSync } from "node:fs";
import { expect, it } from "vitest";
import { approvedUpdates } from "../../../client/cli/apply/approvedUpdates.js";
import type { SetupFile } from "../../../client/cli/files/readFiles.js";
import type { PlanEntry } from "../../../client/cli/plan/document.js";
import type { PushRequest } from "../../../client/core/push/pushTypes.js";
import { updates } from "../client/support.js";
import { BEARER, readPlanDocument, SECRET, APPLY, opened } from "./support.js";

it.each([
  ["between its two comparisons", 2, 0],
  ["just before it is sent", 1, 1],
])("sends nothing if a record moves %s", async (_, count, skip) => {
  const { service, repository, plan } = await opened(count);
  await repository.ends(2, ["plan", "--out", plan]);
  const id = service.connections.idAt(0);
  service.faults.add({ kind: "change", id, change: { name: "Moved" }, when: "after" }, { operation: "list", skip });
  expect((await repository.cli(["apply", plan])).code).not.toBe(0);
  expect(updates(service)).toBe(0);
});

it("says that a record changed since the plan was made", async () => {
  const { service, repository, plan } = await opened(1);
  await repository.ends(2, ["plan", "--out", plan]);
  service.connections.change(service.connections.idAt(0), { name: "Moved" });
  const { stderr } = await repository.cli(["apply", plan]);
  expect(stderr).toContain("The connection changed on the service since the plan was made.");
});

it("sends no file that the plan doesn't update", () => {
  const none = { properties: [], references: [], leftOut: [], first: true, notes: [] };
  const planned = ["update", "drifted", "unchanged"].map((file) => ({
    entry: { file, status: "update" as const, ...none },
    file: {} as SetupFile,
    request: {} as PushRequest,
  }));
  const files = planned.map(({ entry }) => ({ ...entry, status: entry.file as PlanEntry["status"] }));
  const { updates: taken } = approvedUpdates({ files, salt: "" }, planned);
  expect(taken.map(({ entry }) => entry.file)).toEqual(["update"]);
});

it("doesn't write a plan for a file that contains secrets", async () => {
  const { repository, plan } = await opened();
  repository.setup(0, { setup: { ...BEARER, token: SECRET } });
  await repository.ends(4, ["plan", "--out", plan], "The file contains a value");
});

it("refuses both files that update one connection", async () => {
  const { service, repository } = await opened();
  for (const name of ["a", "b"])
    repository.write(`${name}.vaultconn.json`, { id: service.connections.idAt(0), setup: BEARER });
  const { stdout } = await repository.cli(["plan", "--format", "json"]);
  expect(readPlanDocument(stdout).files.map(({ status }) => status)).toEqual(["refused", "refused"]);
});

it("exits by the state of the other files when the plan is applied", async () => {
  const { service, repository, plan } = await opened(2);
  const colleague = repository.clone();
  await repository.cli(APPLY);
  service.connections.change(service.connections.idAt(0), { name: "Moved" });
  repository.setup(1, { name: "Renamed" });
  await repository.ends(3, ["plan", "--out", plan]);
  copyFileSync(repository.lockFile, colleague.lockFile);
  colleague.setup(0);
  await colleague.cli([...APPLY, "--accept-drift"]);
  copyFileSync(colleague.lockFile, repository.lockFile);
  await repository.ends(0, ["apply", plan]);
});
