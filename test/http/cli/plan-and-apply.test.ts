import { existsSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applied, canary, openService, updates } from "../client/support.js";
import { BEARER, hostOf, readPlanDocument, Repository, SECRET, APPLY, opened } from "./support.js";

it("reads each page once to plan, to apply, and to check before sending", async () => {
  const files = 8;
  const { service, repository, plan } = await opened(files);
  const lists = () => service.requests.all({ operation: "list" }).length;
  await repository.cli(["plan", "--out", plan]);
  const planned = lists();
  await repository.ends(0, ["apply", plan]);
  // Just before it is sent, the record of each is looked at by itself.
  expect([planned, lists() - planned]).toEqual([1, 2 + files]);
});

it("plans, applies the plan once, and then has nothing to do", async () => {
  const { service, repository, plan } = await opened(1);
  repository.setup(1, { name: "Renamed by a file" });

  const planned = await repository.cli(["plan", "--out", plan]);
  expect(planned).toMatchObject({ code: 2, stderr: "" });
  expect(planned.stdout).toContain("setup.token (from secret TOKEN)");
  expect(planned.stdout).toContain("2 to update, 0 unchanged");
  expect(updates(service)).toBe(0);
  canary.saw(await readFile(plan, "utf8"));

  const sent = await repository.cli(["apply", plan]);
  expect(sent).toMatchObject({ code: 0, stderr: "" });
  expect(sent.stdout).toContain("2 applied, 0 not applied, 0 unknown");
  expect(applied(service)).toBe(2);
  expect(service.connections.setupOf(service.connections.idAt(0))).toEqual({ type: "BEARER", token: SECRET });
  canary.saw(await readFile(repository.lockFile, "utf8"));
  expect(await repository.lock()).toHaveLength(2);

  expect(await repository.cli(["plan"])).toMatchObject({ code: 0, stdout: "0 to update, 2 unchanged\n" });
  await repository.ends(0, ["drift"]);
  await repository.ends(4, ["apply", plan]);
  expect(updates(service)).toBe(2);
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
    expect(applied(service)).toBe(sent);
    write(1, "a-b", { name: "Renamed by a file" });
  }
});

it("plans and applies in one step only after a confirmation", async () => {
  const { service, repository } = await opened(1);
  await repository.ends(4, ["apply", "--auto"]);
  await repository.ends(4, ["apply", "--auto"], "", { typed: "no\n" });
  await repository.ends(4, ["apply", "--auto"], "", { typed: "" });
  expect(updates(service)).toBe(0);
  await repository.ends(0, ["apply", "--auto"], "", { typed: "yes\n" });
  expect(applied(service)).toBe(1);
  repository.setup(1);
  await repository.ends(0, APPLY);
  expect(applied(service)).toBe(2);
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
  expect(updates(service)).toBe(1);
  await repository.ends(0, [...APPLY, "--accept-drift"], "", { env });
  await repository.ends(0, ["drift"]);
});

it("reports everything that's missing before it sends anything", async () => {
  const { service, repository } = await opened();
  repository.setup(0, { setup: { type: "BEARER", token: "${secret:FIRST}" } });
  repository.setup(1, { setup: { type: "BEARER", token: "${env:SECOND}" } });
  repository.setup(2, { setup: { type: "BEARER", token: "${file:third.txt}" } });
  repository.setup(3);
  const { stdout } = await repository.ends(4, ["plan"], "Set VAULTCONN_SECRET_FIRST");
  expect(stdout).toContain("env SECOND has no value in the environment");
  expect(stdout).toContain("The file third.txt wasn't found.");
  await repository.ends(4, APPLY);
  expect(updates(service)).toBe(0);
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
    expect(updates(service)).toBe(0);
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
  expect(updates(one) + updates(two)).toBe(0);
  const only = new Repository(one);
  only.setup(0, undefined, one);
  two.requests.clear();
  only.write("other.vaultconn.json", { id: two.connections.idAt(0), tenant: hostOf(two), setup: BEARER });
  await only.ends(4, ["plan"], "isn't one of the specified tenants");
  expect(two.requests.all()).toEqual([]);
  await repository.ends(0, [...APPLY, ...tenants, "--allow-production", hostOf(two)]);
  expect([applied(one), applied(two)]).toEqual([1, 1]);
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
