import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { PlanDocument } from "../../../client/cli/plan/document.js";
import { journalFolder } from "../../../client/cli/state/state.js";
import type { Service } from "../../service/service.js";
import { LIST_AFTER_UPDATE, openService, SHORT, UPDATE } from "../client/support.js";
import { start, startAgent } from "./process.js";
import { APPLY, BEARER, hostOf, opened, type Repository, SECRET } from "./support.js";

const REASON =
  /The push was probably applied: ac_\w+ changed right after it\. Someone else's change would look the same\. To send it again, use --all\./;

/** A repository with a setup file whose update was applied, in a run that was killed before the answer. */
async function afterKill(hasGit = false): Promise<{ service: Service; repository: Repository; file: string }> {
  const { service, repository } = await opened();
  if (hasGit) mkdirSync(join(repository.root, ".git"));
  const file = repository.setup(0, { setup: BEARER });
  service.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
  const { child, ended } = start(repository, [...APPLY, file]);
  await service.requests.waitFor(UPDATE);
  child.kill("SIGKILL");
  await ended;
  service.faults.clear();
  service.requests.clear();
  return { service, repository, file };
}

async function plan(repository: Repository, ...options: readonly string[]) {
  const { code, stdout, stderr } = await repository.cli(["plan", "--format", "json", ...options]);
  const { files } = JSON.parse(stdout) as PlanDocument;
  return {
    code,
    statuses: files.map(({ status }) => status),
    notes: files.flatMap(({ notes }) => notes).join(" "),
    stderr,
  };
}

it("reports an unknown outcome in each folder of the repository", async () => {
  const { service, repository, file } = await afterKill(true);
  await repository.ends(5, APPLY, "probably applied", { cwd: dirname(join(repository.root, file)) });
  expect(service.requests.all(UPDATE)).toEqual([]);
});

it("reports an unknown outcome in each plan, and sends again only if accepted", async () => {
  const { service, repository } = await afterKill();
  for (let run = 0; run < 3; run++) {
    const { notes, ...planned } = await plan(repository);
    expect(planned).toMatchObject({ code: 5, statuses: ["unknown"] });
    expect(notes).toMatch(REASON);
  }
  expect((await repository.cli(["plan"])).stdout).toContain("0 to update, 0 unchanged, 1 probably applied\n");
  expect((await repository.cli(["plan", "--format", "github"])).stdout).toContain("title=vaultconn probably applied::");
  const agent = await startAgent(repository, ["--allow-list"]);
  expect(await agent.call("plan", { paths: ["."] })).toMatchObject({ counts: { unknown: 1, drifted: 0 } });

  const other = repository.setup(1, { setup: BEARER });
  await repository.ends(5, APPLY);
  expect(service.requests.all(UPDATE).map(({ path }) => path)).toEqual([
    expect.stringContaining(service.connections.idAt(1)),
  ]);
  rmSync(join(repository.root, other));

  const accepted = await plan(repository, "--accept-drift");
  expect(accepted).toMatchObject({ code: 2, statuses: ["update"] });
  expect(accepted.notes).toContain("The push was probably applied");
  expect(await plan(repository)).toMatchObject({ code: 5, statuses: ["unknown"] });

  service.requests.clear();
  await repository.ends(0, [...APPLY, "--accept-drift"]);
  expect(service.requests.all(UPDATE)).toHaveLength(1);
  expect(await plan(repository)).toMatchObject({ code: 0, statuses: ["unchanged"], stderr: "" });
});

it("repeats a probably applied update with --all, in plan and apply", async () => {
  const { service, repository } = await afterKill();
  const { planFile } = repository;
  await repository.ends(2, ["plan", "--all", "--out", planFile], "1 to update");
  await repository.ends(0, ["apply", planFile, "--all"], "1 applied");
  expect(service.requests.all(UPDATE)).toHaveLength(1);
  expect(await plan(repository)).toMatchObject({ code: 0, statuses: ["unchanged"], stderr: "" });
});

it("knows the outcome once the lock file has the record", async () => {
  const { repository } = await afterKill();
  expect(await plan(repository)).toMatchObject({ code: 5, statuses: ["unknown"] });
  const colleague = repository.clone();
  colleague.setup(0, { setup: BEARER });
  await colleague.ends(0, APPLY);
  copyFileSync(colleague.lockFile, repository.lockFile);
  expect(await plan(repository)).toMatchObject({ code: 0, statuses: ["unchanged"] });
  expect(await plan(repository)).toMatchObject({ code: 0, statuses: ["unchanged"], stderr: "" });
});

it("keeps what a check found out about a lost response", async () => {
  const { service, repository } = await opened(1);
  service.faults.add({ kind: "silence", how: "reset", when: "after" }, UPDATE);
  await repository.ends(5, APPLY);
  for (let run = 0; run < 2; run++) expect(await plan(repository)).toMatchObject({ code: 5, statuses: ["unknown"] });
});

it("refuses a plan whose updates may have been sent, unless that's accepted", async () => {
  const { service, repository } = await afterKill();
  await repository.ends(2, ["plan", "--accept-drift", "--out", repository.planFile]);
  expect((await repository.ends(5, ["apply", repository.planFile])).stderr).toMatch(REASON);
  expect(service.requests.all(UPDATE)).toEqual([]);
  await repository.ends(0, ["apply", repository.planFile, "--accept-drift"]);
  expect(await plan(repository)).toMatchObject({ code: 0, statuses: ["unchanged"] });
});

it("forgets the outcome of a deleted file if that's accepted", async () => {
  const { repository, file } = await afterKill();
  rmSync(join(repository.root, file));
  const planNothing = (...options: readonly string[]) => plan(repository, "--allow-empty", ...options);
  for (let run = 0; run < 2; run++) expect(await planNothing()).toMatchObject({ code: 5, statuses: [] });
  expect(await planNothing("--accept-drift")).toMatchObject({ code: 0, statuses: [] });
  expect(await planNothing()).toMatchObject({ code: 0, statuses: [], stderr: "" });
});

it("counts an unknown outcome only for what was asked, and names its file", async () => {
  const { service, repository, file } = await afterKill();
  const other = repository.write("other/a.vaultconn.json", {
    id: service.connections.idAt(1),
    tenant: hostOf(service),
    setup: BEARER,
  });
  const told = `\n${file}: The response was lost. The push was probably applied`;
  for (const args of [
    ["plan", other],
    ["plan", "other", "--accept-drift"],
    ["plan", "other/*.json"],
  ])
    await repository.ends(2, args, told);
  await repository.ends(2, ["plan", other, "--out", repository.planFile], told);
  await repository.ends(0, ["apply", repository.planFile], told);
  for (const args of [["plan"], ["plan", dirname(file)], ["plan", file]]) await repository.ends(5, args, told);
  const { stdout } = await repository.ends(5, ["plan", "--format", "json", file]);
  expect((JSON.parse(stdout) as PlanDocument).files).toMatchObject([{ outcome: "probablyApplied", status: "unknown" }]);
  // A deleted file is forgotten only where it's accepted.
  rmSync(join(repository.root, file));
  await repository.ends(0, ["plan", other, "--accept-drift"], told);
  await repository.ends(5, ["plan"], told);
});

it("doesn't check updates of tenants that aren't specified", async () => {
  const { repository, file } = await afterKill();
  const other = await openService();
  const env = { VAULTCONN_TENANT: other.baseUrl, VAULTCONN_ACCESS_TOKEN: other.accessToken };
  rmSync(join(repository.root, file));
  for (const options of [[], ["--accept-drift"]]) {
    const { stderr } = await repository.ends(0, ["plan", "--allow-empty", ...options], "isn't one of the specified", {
      env,
    });
    expect(stderr).toContain(`${file}: Its outcome is still unknown.`);
    expect(stderr).not.toMatch(/signed out|file:/);
  }
  expect(await plan(repository, "--allow-empty")).toMatchObject({ code: 5, statuses: [] });
});

const LOST = { push: "1", window: "1", file: "file:///a", origin: "nowhere", tenantName: "", id: "1", connection: "" };

it.each([
  ["it isn't JSON", "{"],
  ["an update's tenant has no address", `{"pushes": [${JSON.stringify({ ...LOST, startedAt: 0, properties: [] })}]}`],
  ["it is something else", '{"pushes": "none"}'],
])("sends nothing if the journal is damaged: %s", async (_, journal) => {
  const { service, repository } = await opened(1);
  const folder = journalFolder(repository.root, { env: repository.environment() });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "pushes-under-way.json"), journal.replace("pushes", "vaultconn.pushesUnderWay"));
  for (const args of [["plan"], APPLY]) {
    const { stderr } = await repository.ends(4, args, "journal of updates, ");
    expect(stderr).toMatch(/\.json, is damaged.* delete it\.\n$/);
  }
  expect(service.requests.all(UPDATE)).toEqual([]);
});

it("keeps updates of a run that ended while another one was reading", async () => {
  const { service, repository } = await opened();
  const [first, second] = [0, 1].map((at) => repository.setup(at, { setup: BEARER }));
  service.faults.add({ kind: "hold", name: "reading", when: "before" }, { operation: "list" });
  const reading = repository.cli(["plan", second ?? ""]);
  await service.faults.held("reading");

  service.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
  const [stopping, stopped] = [new AbortController(), new AbortController()];
  const cutOff = repository.cli([...APPLY, first ?? ""], {
    stopping: stopping.signal,
    stopped: stopped.signal,
  });
  await service.requests.waitFor(UPDATE);
  for (const controller of [stopping, stopped]) controller.abort();
  expect(await cutOff).toMatchObject({ code: 5 });

  service.faults.release("reading");
  expect(await reading).toMatchObject({ code: 2 });
  expect((await repository.cli(["plan"])).stderr).toContain("One update of an earlier run may have been interrupted.");
});

it("redacts what an earlier run sent if the service quotes it", async () => {
  const { service, repository } = await opened();
  const setup = { type: "OAUTH_APP", client_id: "${secret:TOKEN}", client_secret: "s3", domain: "a.example" };
  const file = repository.setup(0, { setup });
  service.faults.add({ kind: "silence", how: "hang", when: "after" }, UPDATE);
  service.faults.add({ kind: "reply", status: 503 }, { ...LIST_AFTER_UPDATE, times: "always" });
  await repository.ends(5, [...APPLY, file], "", { limits: SHORT });

  service.faults.clear();
  const body = JSON.stringify({ message: `previous update {"client_id": "${SECRET}"} is being worked on` });
  const headers = { "x-request-id": SECRET };
  service.faults.add({ kind: "reply", status: 400, body, headers }, { operation: "list", times: "always" });
  const { stdout, stderr } = await repository.cli(["plan", "--verbose", file]);
  expect(stderr).toContain("[redacted]");
  expect(stdout + stderr).not.toContain(SECRET);
});
