import { rmSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planDocument, type PlanDocument, type PlanEntry } from "../../../client/cli/plan/document.js";
import { jsonText } from "../../../client/cli/output/report.js";
import { secretSources } from "../../../client/cli/options/secretSources.js";
import { openService } from "../client/support.js";
import type { Service } from "../../service/service.js";
import { BEARER, hostOf, Repository, SECRET, type Given, APPLY, opened } from "./support.js";

/** Where a change is made: the first of two planned files, and what it holds. */
interface Planned {
  readonly service: Service;
  readonly other: Service;
  readonly repository: Repository;
  readonly file: string;
  readonly id: string;
}

/** What may be different at apply. @returns what the run is given then, if anything */
type Change = (planned: Planned) => { readonly env?: Given["env"]; readonly args?: readonly string[] } | undefined;

const edit =
  (change: (planned: Planned) => object | string): Change =>
  (planned) => {
    const { service, repository, file, id } = planned;
    const changed = change(planned);
    const content = { id, tenant: hostOf(service), setup: BEARER, ...(typeof changed === "object" && changed) };
    repository.write(file, typeof changed === "string" ? changed : content);
    return undefined;
  };
const changeRecord =
  (change: Parameters<Service["connections"]["change"]>[1]): Change =>
  ({ service, id }) => {
    const { updated_at = "" } = service.connections.get(id) ?? {};
    service.connections.change(id, change.fingerprint === undefined ? change : { ...change, updated_at });
    return undefined;
  };

const CHANGES: Readonly<Record<string, Change>> = {
  "another reference": edit(() => ({ setup: { ...BEARER, token: "${secret:OTHER}" } })),
  "another kind of reference": edit(() => ({ setup: { ...BEARER, token: "${env:TOKEN}" } })),
  "a value in the place of a reference": edit(() => ({ setup: { ...BEARER, token: "value" } })),
  "text beside a reference": edit(() => ({ setup: { ...BEARER, token: "x${secret:TOKEN}" } })),
  "another name": edit(() => ({ name: "Other" })),
  "no setup": edit(() => ({ name: "Only a name", setup: undefined })),
  "another variant": edit(() => ({ setup: { type: "API_KEY", api_key: "${secret:TOKEN}" } })),
  "another connection": edit(({ service }) => ({ id: service.connections.idAt(10) })),
  "another tenant": edit(({ other }) => ({ tenant: hostOf(other) })),
  "a second file for the connection": edit(({ service }) => ({ id: service.connections.idAt(1), name: "Twice" })),
  "no JSON": edit(() => "{"),
  "an error": edit(() => ({ setup: { type: "BEARER" } })),
  "nothing to send": edit(() => ({ setup: undefined })),
  "a file that is gone": ({ repository, file }) => {
    rmSync(join(repository.root, file));
    return undefined;
  },
  "a record that was renamed": changeRecord({ name: "Other" }),
  "a record that was touched": changeRecord({}),
  "a record of another fingerprint alone": changeRecord({ fingerprint: "another" }),
  "a record that is gone": ({ service, id }) => {
    service.connections.remove(id);
    return undefined;
  },
  "a secret that is gone": () => ({ env: { VAULTCONN_SECRET_TOKEN: undefined } }),
  "another tenant in the environment": ({ other }) => ({
    env: { VAULTCONN_TENANT: other.baseUrl, VAULTCONN_ACCESS_TOKEN: other.accessToken },
  }),
  "a tenant that is read-only": ({ repository }) => ({ args: repository.tenants([{ readOnly: true }]) }),
  ...Object.fromEntries(
    [/"digest": "./, /"fingerprint": "./, /"id": "ac_./, /"file": "./, /"first": ./].map((field): [string, Change] => [
      `an edit of ${field.source}`,
      ({ repository: { planFile } }) => {
        const text = readFileSync(planFile, "utf8");
        writeFileSync(
          planFile,
          text.replace(field, (found) => `${found.slice(0, -1)}~`),
        );
        return undefined;
      },
    ]),
  ),
};

it.each(Object.entries(CHANGES))("refuses a plan after %s, and sends nothing", async (_, change) => {
  const [service, other] = [await openService(), await openService()];
  const repository = new Repository(service);
  const [file = ""] = [0, 1].map((at) => repository.setup(at));
  const plan = repository.planFile;
  await repository.ends(2, ["plan", "--out", plan]);
  const { env = {}, args = [] } = change({ service, other, repository, file, id: service.connections.idAt(0) }) ?? {};
  await repository.ends(4, ["apply", plan, ...args], "", { env: { VAULTCONN_SECRET_OTHER: SECRET, ...env } });
  expect([service.requests.updates, other.requests.updates]).toEqual([0, 0]);
});

it("names the tenant as what differs if a file names another one than planned", async () => {
  const services = [await openService(), await openService()] as const;
  const repository = new Repository(...services);
  const file = repository.setup(0);
  const tenants = repository.tenants();
  await repository.ends(2, ["plan", "--out", repository.planFile, ...tenants]);
  const { id } = JSON.parse(readFileSync(join(repository.root, file), "utf8")) as { id: string };
  repository.write(file, { id, tenant: hostOf(services[1]), setup: BEARER });
  const message = `${file}: It goes to a different tenant than planned.`;
  await repository.ends(4, ["apply", repository.planFile, ...tenants], message);
  expect(services.map(({ requests }) => requests.updates)).toEqual([0, 0]);
});

describe("a plan with an update, a drifted file, and an unchanged file", () => {
  /** Makes the plan. @returns also what writes another in its place, with a checksum that fits. */
  async function planThree() {
    const { service, repository, plan } = await opened(2);
    await repository.ends(0, APPLY);
    service.connections.change(service.connections.idAt(0), { name: "Changed in a dashboard" });
    const drifted = repository.setup(0, { setup: BEARER, name: "From the file" });
    const update = repository.setup(2);
    await repository.ends(3, ["plan", "--out", plan]);
    const { files, created, salt } = await repository.plan();
    expect(files.map(({ status }) => status).toSorted()).toEqual(["drifted", "unchanged", "update"]);
    service.requests.clear();
    const forge = (change: (entry: PlanEntry) => object) => {
      writeFileSync(plan, jsonText(planDocument(files.map(change) as PlanEntry[], Date.parse(created), salt)));
    };
    return { service, repository, plan, drifted, update, forge };
  }

  it("sends only the update", async () => {
    const { service, repository, plan, update } = await planThree();
    const { code, stdout } = await repository.cli(["apply", plan]);
    expect([code, service.requests.applied]).toEqual([3, 1]);
    expect(stdout).toContain(update);
  });

  const only = (status: PlanEntry["status"], change: object) => (entry: PlanEntry) =>
    entry.status === status ? { ...entry, ...change } : entry;
  const FORGERIES: Readonly<Record<string, (entry: PlanEntry) => object>> = {
    "drift as an update": only("drifted", { status: "update", notes: [] }),
    "drift as one that was accepted": only("drifted", { status: "update", accepted: true, acceptDrift: true }),
    "the unchanged as an update": only("unchanged", { status: "update" }),
    "another connection": only("update", { id: "ac_another" }),
    "another origin": only("update", { origin: "https://evil.example.com" }),
    "another tenant": only("update", { tenant: "evil.example.com" }),
    "other properties": only("update", { properties: ["name"] }),
    "other references": only("update", { references: [] }),
    "another variant": only("update", { variant: "token" }),
    "other left out fields": only("update", { leftOut: ["token"] }),
    "a first push that is none": only("update", { first: false }),
    "another digest": only("update", { digest: "x".repeat(43) }),
    "another record": only("update", { record: { fingerprint: "x", updated_at: "2026-01-01T00:00:00Z" } }),
    "no record": only("update", { record: undefined }),
    "a property of its own": only("update", { accepted: true }),
    "another file": only("update", { file: "../outside/plan.json" }),
  };
  it.each(Object.entries(FORGERIES))("is refused with %s, even if its checksum fits", async (_, forgery) => {
    const { service, repository, plan, forge } = await planThree();
    forge(forgery);
    expect(await repository.cli(["apply", plan])).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringContaining("Nothing was sent. Make a new plan.") as string,
    });
    expect(service.requests.updates).toBe(0);
  });

  it.each<[string, (plan: PlanDocument) => object]>([
    ["another note", ({ files }) => ({ files: files.map((entry) => ({ ...entry, notes: ["Reviewed."] })) })],
    ["another time", () => ({ created: "2026-01-01T00:00:00.000Z" })],
    ["an entry less", ({ files }) => ({ files: files.slice(1) })],
  ])("is refused with %s if its checksum doesn't fit", async (_, edited) => {
    const { service, repository, plan } = await planThree();
    const planned = await repository.plan();
    writeFileSync(plan, JSON.stringify({ ...planned, ...edited(planned) }));
    await repository.ends(4, ["apply", plan], "it was changed after it was made");
    expect(service.requests.all()).toEqual([]);
  });

  it.each([
    ["--accept-drift", "drifted"],
    ["--all", "unchanged"],
  ])("sends what %s allows only if apply has that option, too", async (option) => {
    const { service, repository, plan } = await planThree();
    await repository.ends(option === "--all" ? 3 : 2, ["plan", option, "--out", plan]);
    await repository.ends(4, ["apply", plan], `with ${option}, use it with apply, too`);
    expect(service.requests.updates).toBe(0);
    await repository.ends(option === "--all" ? 3 : 0, ["apply", plan, option]);
    expect(service.requests.applied).toBe(2);
  });

  it("doesn't send over drift that only apply accepts", async () => {
    const { service, repository, plan } = await planThree();
    await repository.ends(3, ["apply", plan, "--accept-drift"]);
    expect(service.requests.applied).toBe(1);
    expect(service.connections.get(service.connections.idAt(0))?.name).toBe("Changed in a dashboard");
  });
});

describe("a plan with references", () => {
  const ADDRESS = { BASE: "https://one.example.com" };

  async function planReferences(content: object) {
    const { service, repository, plan } = await opened();
    repository.setup(0, content);
    const folder = join(repository.root, new URL(service.origin).port);
    writeFileSync(join(folder, "name.txt"), "reviewed\n");
    await repository.ends(2, ["plan", "--out", plan], "", { env: ADDRESS });
    const name = (text: string) => {
      writeFileSync(join(folder, "name.txt"), text);
    };
    return { service, repository, plan, name };
  }
  const setup = { type: "API_KEY", api_key: "${secret:TOKEN}", base_url: "${env:BASE}/${file:name.txt}" };

  it.each([
    ["a name", { name: "${file:name.txt}" }, ADDRESS, "file name.txt in name"],
    ["a property that is no secret", { setup }, ADDRESS, "file name.txt in setup.base_url"],
    ["a variable", { setup }, { BASE: "https://two.example.com" }, "env BASE in setup.base_url"],
  ])("is refused if %s changes behind a reference", async (_, content, env, what) => {
    const { service, repository, plan, name } = await planReferences(content);
    if (env === ADDRESS) name("another\n");
    await repository.ends(4, ["apply", plan], `The value of ${what} changed since the plan was made.`, { env });
    expect(service.requests.updates).toBe(0);
    name("reviewed\n");
    await repository.ends(0, ["apply", plan], "", { env: ADDRESS });
    expect(service.requests.applied).toBe(1);
  });

  it("contains salted digests of values, except of those that may be secret", async () => {
    const { repository, plan } = await planReferences({ name: "${file:name.txt} ${secret:TOKEN}", setup });
    const digests = async () => {
      const { files, salt } = await repository.plan();
      const references = files.flatMap((entry) => entry.references);
      return { salt, of: references.map(({ property, kind, digest }) => [property, kind, digest]) };
    };
    const digest = expect.stringMatching(/^[\w-]{43}$/) as string;
    const first = await digests();
    expect(first.of).toEqual([
      ["name", "file", digest],
      ["name", "secret", undefined],
      ["setup.api_key", "secret", undefined],
      ["setup.base_url", "env", digest],
      ["setup.base_url", "file", digest],
    ]);
    await repository.cli(["plan", "--out", plan], { env: ADDRESS });
    const second = await digests();
    const made = [first, second].flatMap(({ salt, of }) => [salt, ...of.flatMap(([, , one]) => one ?? [])]);
    expect(new Set(made).size).toBe(8);
    repository.setup(0, { name: "${env:BASE}", setup: { ...setup, api_key: "${env:BASE}${file:name.txt}" } });
    await repository.cli(["plan", "--out", plan], { env: ADDRESS });
    expect((await digests()).of.filter(([, , one]) => one !== undefined)).toEqual([]);
  });

  it("sends a secret that was replaced, since the plan has no digest of it", async () => {
    const { service, repository, plan } = await planReferences({ setup });
    const env = { ...ADDRESS, VAULTCONN_SECRET_TOKEN: "canary-another-5518" };
    await repository.ends(0, ["apply", plan], "", { env });
    expect(service.connections.setupOf(service.connections.idAt(0))).toMatchObject({ api_key: "canary-another-5518" });
  });
});

it("reads a file behind a reference once, so that it sends what it planned", async () => {
  const repository = new Repository();
  const file = repository.write("key.txt", "first");
  const io = { cwd: repository.root, env: {}, stopping: new AbortController().signal };
  const secrets = await secretSources({}, repository.root, io, () => undefined);
  const sources = secrets.sourcesFor(join(repository.root, "a.vaultconn.json"));
  expect(await sources.file("key.txt")).toEqual({ ok: true, text: "first" });
  writeFileSync(file, "second");
  expect(await sources.file("key.txt")).toEqual({ ok: true, text: "first" });
});
