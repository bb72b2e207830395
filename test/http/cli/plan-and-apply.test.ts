import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { approvedUpdates } from "../../../client/cli/apply/apply.js";
import type { SetupFile } from "../../../client/cli/files/readFiles.js";
import type { PlanEntry } from "../../../client/cli/plan/document.js";
import type { PushRequest } from "../../../client/core/push/pushTypes.js";
import { DAY_MS } from "../../../client/core/text/formatTime.js";
import { canary, openService } from "../client/support.js";
import { APPLY, BEARER, hostOf, opened, readPlanDocument, Repository, SECRET } from "./support.js";

it("plans, applies the plan once, and then has nothing to do", async () => {
  const { service, repository, plan } = await opened(1);
  repository.setup(1, { name: "Renamed by a file" });

  const planned = await repository.cli(["plan", "--out", plan]);
  expect(planned).toMatchObject({ code: 2, stderr: "" });
  expect(planned.stdout).toContain("setup.token (from secret TOKEN)");
  expect(planned.stdout).toContain("2 to update, 0 unchanged");
  expect(service.requests.updates).toBe(0);
  canary.saw(await readFile(plan, "utf8"));

  const sent = await repository.cli(["apply", plan]);
  expect(sent).toMatchObject({ code: 0, stderr: "" });
  expect(sent.stdout).toContain("2 applied, 0 not applied, 0 unknown");
  expect(service.requests.applied).toBe(2);
  expect(service.connections.setupOf(service.connections.idAt(0))).toEqual({ type: "BEARER", token: SECRET });
  canary.saw(await readFile(repository.lockFile, "utf8"));
  expect(await repository.lock()).toHaveLength(2);

  expect(await repository.cli(["plan"])).toMatchObject({ code: 0, stdout: "0 to update, 2 unchanged\n" });
  await repository.ends(0, ["drift"]);
  await repository.ends(4, ["apply", plan]);
  expect(service.requests.updates).toBe(2);
});

it("keeps a token's end in the lock file, and names it in plans", async () => {
  const { repository } = await opened();
  const exp = Math.floor(Date.now() / DAY_MS) * (DAY_MS / 1000) + 12 * (DAY_MS / 1000);
  const day = new Date(exp * 1000).toISOString().slice(0, 10);
  const payload = Buffer.from(JSON.stringify({ exp, sub: SECRET })).toString("base64url");
  const token = canary.secret(`eyJhbGciOiJIUzI1NiJ9.${payload}.c2ln`);
  const ends: unknown[] = [];
  const notes = async (value: string | undefined) => {
    const { stdout } = await repository.cli(["plan"], { env: { VAULTCONN_SECRET_TOKEN: value } });
    return /The (?:token|credential) of this file [^.;]*/.exec(stdout)?.[0];
  };
  for (const [name, value] of [
    ["One", token],
    ["Two", undefined],
    ["Three", SECRET],
  ]) {
    repository.setup(0, { name, ...(value !== undefined && { setup: BEARER }) });
    const planned = await notes(value);
    await repository.ends(0, APPLY, "", { env: { VAULTCONN_SECRET_TOKEN: value } });
    const [entry] = await repository.lock();
    ends.push([planned, entry?.expires, await notes(value)]);
  }
  const words = "The token of this file ends in 12 days";
  expect(ends).toEqual([
    [words, day, words],
    [words, day, words],
    [undefined, undefined, undefined],
  ]);
  repository.setup(0, { expires: day, setup: BEARER });
  expect(await notes(token)).toBe("The credential of this file ends in 12 days");
  repository.setup(0, { expires: "2999-01-01", setup: BEARER });
  expect(await notes(token)).toBe(undefined);
  for (const file of readdirSync(repository.outside, { recursive: true, withFileTypes: true }))
    if (file.isFile()) canary.saw(readFileSync(join(file.parentPath, file.name), "utf8"));
});

it("refuses two secrets that share one variable, even if only one file is sent", async () => {
  const { service, repository, plan } = await opened();
  const write = (position: number, name: string, more: object = {}) =>
    repository.setup(position, { setup: { ...BEARER, token: `\${secret:${name}}` }, ...more });
  write(0, "a.b");
  write(1, "a-b");
  const shared = { env: { VAULTCONN_SECRET_a_b: SECRET } };
  const own = { env: { ...shared.env, "VAULTCONN_SECRET_a.b": SECRET } };
  for (const [statuses, sent] of [
    [["update", "update"], 2],
    [["unchanged", "update"], 1],
  ] as const) {
    await repository.ends(2, ["plan", "--out", plan], "", own);
    expect((await repository.plan()).files.map(({ status }) => status).sort()).toEqual(statuses);
    service.requests.clear();
    for (const args of [["plan"], APPLY, ["apply", plan]])
      await repository.ends(4, args, "The secrets a-b and a.b share the variable VAULTCONN_SECRET_a_b.", shared);
    expect(service.requests.all()).toEqual([]);
    await repository.ends(0, ["apply", plan], "", own);
    expect(service.requests.applied).toBe(sent);
    write(1, "a-b", { name: "Renamed by a file" });
  }
});

it("plans and applies in one step only after a confirmation", async () => {
  const { service, repository } = await opened(1);
  await repository.ends(4, ["apply", "--auto"]);
  await repository.ends(4, ["apply", "--auto"], "", { typed: "no\n" });
  await repository.ends(4, ["apply", "--auto"], "", { typed: "" });
  expect(service.requests.updates).toBe(0);
  await repository.ends(0, ["apply", "--auto"], "", { typed: "yes\n" });
  expect(service.requests.applied).toBe(1);
  repository.setup(1);
  await repository.ends(0, APPLY);
  expect(service.requests.applied).toBe(2);
});

it("skips what changed on the service unless drift is accepted", async () => {
  const { service, repository } = await opened(1);
  await repository.cli(APPLY);
  service.connections.change(service.connections.idAt(0), { ready: false });
  repository.setup(0, { setup: { ...BEARER, token: "${secret:OTHER}" } });
  const env = { VAULTCONN_SECRET_OTHER: SECRET };
  await repository.ends(3, ["plan"], "The lock file doesn't have this change.", { env });
  await repository.ends(3, APPLY, "", { env });
  await repository.ends(3, ["drift"]);
  expect(service.requests.updates).toBe(1);
  await repository.ends(0, [...APPLY, "--accept-drift"], "", { env });
  await repository.ends(0, ["drift"]);
});

it.each(["text", "json", "github", "markdown"])(
  "reports every file as %s, and sends nothing if one is refused",
  async (format) => {
    const { service, repository, plan } = await opened();
    const files = {
      [repository.setup(0, { setup: { type: "BEARER", tokn: "${secret:TOKEN}" } })]: "tokn",
      [repository.setup(1, { setup: { type: "BEARER", token: "${secret:MISSING}" } })]: "secret MISSING has no value",
      [repository.setup(2)]: "setup.token",
      "latin1.vaultconn.json": "neither UTF-8 nor UTF-16",
      "no-id.vaultconn.json": "has no ID",
      "unknown-id.vaultconn.json": "It was deleted or belongs to another tenant.",
    };
    writeFileSync(join(repository.root, "latin1.vaultconn.json"), Buffer.from('{"name": "M\u00fcnchen"}', "latin1"));
    repository.write("no-id.vaultconn.json", { setup: BEARER });
    repository.write("unknown-id.vaultconn.json", { id: "ac_unknown", setup: BEARER });
    const { stdout } = await repository.ends(4, ["plan", "--format", format, "--out", plan]);
    expect(existsSync(plan)).toBe(false);
    for (const [file, why] of Object.entries(files)) {
      expect(stdout).toContain(file);
      expect(stdout).toContain(why);
    }
    if (format !== "json") expect(stdout).toContain("1 to update, 0 unchanged, 5 refused");
    else {
      expect(readPlanDocument(stdout).files).toHaveLength(6);
      writeFileSync(plan, stdout);
      await repository.ends(4, ["apply", plan], "it has refused files");
    }
    await repository.ends(4, APPLY);
    expect(service.requests.updates).toBe(0);
    await repository.ends(4, ["drift", "--unmanaged"], "latin1.vaultconn.json: It can't be read");
  },
);

it("reports why files are refused if the service can't be reached", async () => {
  const { service, repository } = await opened();
  const misspelled = repository.setup(0, { setup: { type: "BEARER", tokn: "${secret:TOKEN}" } });
  const fine = repository.setup(1);
  const env = { VAULTCONN_ACCESS_TOKEN: undefined };
  const { stdout } = await repository.ends(4, ["plan"], "No credentials for Acme.", { env });
  expect(stdout).toMatch(new RegExp(`${misspelled}: Line \\d+, column \\d+: `));
  expect(stdout).toContain(`${fine}: It wasn't compared with the service.`);
  expect(service.requests.all()).toEqual([]);
});

it("sends to the file's tenant only, and to production only with --allow-production", async () => {
  const [one, two] = [await openService(), await openService()];
  const repository = new Repository(one, two);
  repository.setup(0, undefined, one);
  repository.setup(0, undefined, two);
  const tenants = repository.tenants([{}, { production: true }]);
  await repository.ends(4, [...APPLY, ...tenants]);
  expect(one.requests.updates + two.requests.updates).toBe(0);
  const only = new Repository(one);
  only.setup(0, undefined, one);
  two.requests.clear();
  only.write("other.vaultconn.json", { id: two.connections.idAt(0), tenant: hostOf(two), setup: BEARER });
  await only.ends(4, ["plan"], "isn't one of the specified tenants");
  expect(two.requests.all()).toEqual([]);
  await repository.ends(0, [...APPLY, ...tenants, "--allow-production", hostOf(two)]);
  expect([one.requests.applied, two.requests.applied]).toEqual([1, 1]);
});

it("names connections, new names, tenants, and production in a plan, and guards production", async () => {
  const { service, repository } = await opened();
  const production = ["--tenant", `Acme=${service.baseUrl}`, "--production"];
  repository.setup(0, { name: "Billing (EU)" });
  const { name, id } = service.connections.get(service.connections.idAt(0)) ?? expect.fail();
  const { stdout } = await repository.ends(2, ["plan", ...production]);
  expect(stdout).toContain(`Acme · ${hostOf(service)} · production`);
  expect(stdout).toContain(`${name} → Billing (EU) · ${id}`);
  await repository.ends(4, [...APPLY, ...production], `use --allow-production ${hostOf(service)}`);
  await repository.ends(0, [...APPLY, ...production, "--allow-production", hostOf(service)]);
  await repository.ends(64, ["plan", "--production", ...repository.tenants()], "Use --production with --tenant");
});

it.each([
  ["between its two comparisons", 2, 0],
  ["just before it is sent", 1, 1],
])("sends nothing if a record moves %s", async (_, count, skip) => {
  const { service, repository, plan } = await opened(count);
  await repository.ends(2, ["plan", "--out", plan]);
  const id = service.connections.idAt(0);
  const act = () => service.connections.change(id, { name: "Moved" });
  service.faults.add({ kind: "meanwhile", when: "after", act }, { operation: "list", skip });
  expect((await repository.cli(["apply", plan])).code).not.toBe(0);
  expect(service.requests.updates).toBe(0);
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

it("claims the files before it reads them, so that no older text is sent", async () => {
  const { service, repository, plan } = await opened();
  const file = repository.setup(0, { name: "One" });
  await repository.ends(2, ["plan", "--out", plan]);
  service.faults.add({ kind: "hold", name: "list", when: "before" }, { operation: "list" });
  const first = repository.ends(0, APPLY, "1 applied");
  await service.faults.held("list");
  repository.setup(0, { name: "Two" });
  const others = [APPLY, ["apply", plan], ["apply", "--auto", "--yes", file]];
  for (const other of others)
    await repository.ends(4, other, "Another run of vaultconn is planning or sending updates");
  await repository.ends(2, ["plan"]);
  service.faults.release("list");
  await first;
  await repository.ends(0, APPLY, "1 applied");
  expect([service.connections.get(service.connections.idAt(0))?.name, service.requests.updates]).toEqual(["Two", 2]);
});
