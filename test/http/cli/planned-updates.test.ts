import { rmSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planDocument, type PlanDocument, type PlanEntry } from "../../../client/cli/plan/document.js";
import { jsonText } from "../../../client/cli/output/report.js";
import { secretSources } from "../../../client/cli/options/secretSources.js";
import { applied, openService, updates } from "../client/support.js";
import type { Service } from "../../service/service.js";
import { BEARER, hostOf, Repository, SECRET, type Given, APPLY, opened } from "./support.js";

/** Where a change is made. */
interface PlannedFiles {
  readonly service: Service;
  readonly other: Service;
  readonly repository: Repository;
  /** A setup file of the plan, absolute. */
  readonly file: string;
  readonly plan: string;
}

/** What may be different at apply. @returns what the run is given then */
type Change = (files: PlannedFiles) => { readonly given?: Given; readonly args?: readonly string[] };

const edit =
  (change: (file: Record<string, unknown>, files: PlannedFiles) => object | string): Change =>
  (files) => {
    const changed = change(JSON.parse(readFileSync(files.file, "utf8")) as Record<string, unknown>, files);
    writeFileSync(files.file, typeof changed === "string" ? changed : JSON.stringify(changed));
    return {};
  };

const record =
  (change: (service: Service, id: string) => void): Change =>
  ({ service }) => {
    change(service, service.connections.idAt(1));
    return {};
  };

const CHANGES: Readonly<Record<string, Change>> = {
  "another reference": edit((file) => ({ ...file, setup: { ...BEARER, token: "${secret:OTHER}" } })),
  "another kind of reference": edit((file) => ({ ...file, setup: { ...BEARER, token: "${env:TOKEN}" } })),
  "a value in the place of a reference": edit((file) => ({
    ...file,
    setup: { ...BEARER, token: "kDYcQnUAfPzLr2sVbTgM4xWe" },
  })),
  "text beside a reference": edit((file) => ({ ...file, setup: { ...BEARER, token: "x${secret:TOKEN}" } })),
  "another name": edit((file) => ({ ...file, name: "Another name" })),
  "no setup": edit(({ setup: _, ...file }) => ({ ...file, name: "Only a name" })),
  "another variant": edit((file) => ({ ...file, setup: { type: "API_KEY", api_key: "${secret:TOKEN}" } })),
  "another connection": edit((file, { service }) => ({ ...file, id: service.connections.idAt(10) })),
  "another tenant": edit((file, { other }) => ({ ...file, tenant: hostOf(other) })),
  "no JSON": edit(() => "{"),
  "an error": edit((file) => ({ ...file, setup: { type: "BEARER" } })),
  "nothing to send": edit(({ id, tenant }) => ({ id, tenant })),
  "a file that is gone": ({ file }) => {
    rmSync(file);
    return {};
  },
  "a second file for the connection": ({ file, service }) => {
    // One that the plan doesn't know is no business of the plan: it changes the one it knows into the other.
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(service.connections.idAt(1), service.connections.idAt(0)));
    return {};
  },
  "a record that was renamed": record((service, id) => service.connections.change(id, { name: "Renamed" })),
  "a record that was touched": record((service, id) => service.connections.change(id, {})),
  "a record of another fingerprint alone": record((service, id) => {
    const { updated_at } = service.connections.get(id) ?? { updated_at: "" };
    service.connections.change(id, { fingerprint: "another", updated_at });
  }),
  "a record that is gone": record((service, id) => {
    service.connections.remove(id);
  }),
  "a secret that is gone": () => ({ given: { env: { VAULTCONN_SECRET_TOKEN: undefined } } }),
  "a secret that is empty": () => ({ given: { env: { VAULTCONN_SECRET_TOKEN: "" } } }),
  "another tenant in the environment": ({ other }) => ({
    given: { env: { VAULTCONN_TENANT: other.baseUrl, VAULTCONN_ACCESS_TOKEN: other.accessToken } },
  }),
  "a tenant that is read-only": ({ repository }) => ({ args: repository.tenants([{ readOnly: true }]) }),
  ...Object.fromEntries(
    [/"digest": "./, /"fingerprint": "./, /"id": "ac_./, /"file": "./, /"first": ./].map((field): [string, Change] => [
      `an edit of ${field.source}`,
      ({ plan }) => {
        writeFileSync(
          plan,
          readFileSync(plan, "utf8").replace(field, (found) => `${found.slice(0, -1)}~`),
        );
        return {};
      },
    ]),
  ),
};

it.each(Object.entries(CHANGES))("refuses a plan after %s, and sends nothing", async (_, change) => {
  const [service, other] = [await openService(), await openService()];
  const repository = new Repository(service);
  const [, file = ""] = [0, 1, 2].map((at) => join(repository.root, repository.setup(at)));
  const plan = repository.planFile;
  await repository.ends(2, ["plan", "--out", plan]);
  const { given = {}, args = [] } = change({ service, other, repository, file, plan });
  const env = { VAULTCONN_SECRET_OTHER: SECRET, ...given.env };
  await repository.ends(4, ["apply", plan, ...args], "", { ...given, env });
  expect([updates(service), updates(other)]).toEqual([0, 0]);
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
  expect(services.map(updates)).toEqual([0, 0]);
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
    expect([code, applied(service)]).toEqual([3, 1]);
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
    expect(updates(service)).toBe(0);
  });

  const EDITS: Readonly<Record<string, (plan: PlanDocument) => object>> = {
    "another note": (plan) => ({ ...plan, files: plan.files.map((entry) => ({ ...entry, notes: ["Reviewed."] })) }),
    "another time": (plan) => ({ ...plan, created: "2026-01-01T00:00:00.000Z" }),
    "an entry less": (plan) => ({ ...plan, files: plan.files.slice(1) }),
  };
  it.each(Object.entries(EDITS))("is refused with %s if its checksum doesn't fit", async (_, edit) => {
    const { service, repository, plan } = await planThree();
    writeFileSync(plan, JSON.stringify(edit(await repository.plan())));
    await repository.ends(4, ["apply", plan], "it was changed after it was made");
    expect(service.requests.all()).toEqual([]);
  });

  it("is refused if it's nested 100,000 levels deep", async () => {
    const { service, repository, plan } = await planThree();
    const nested = "[".repeat(100_000) + "]".repeat(100_000);
    const entry = `{"file": "a", "status": "update", "notes": ${nested}}`;
    writeFileSync(plan, `{"version": 1, "created": "", "salt": "", "files": [${entry}], "checksum": ""}`);
    await repository.ends(4, ["apply", plan], "The plan is refused: it isn't a plan.");
    expect(service.requests.all()).toEqual([]);
  });

  it.each([
    ["--accept-drift", "drifted"],
    ["--all", "unchanged"],
  ])("sends what %s allows only if apply has that option, too", async (option) => {
    const { service, repository, plan } = await planThree();
    await repository.ends(option === "--all" ? 3 : 2, ["plan", option, "--out", plan]);
    await repository.ends(4, ["apply", plan], `with ${option}, use it with apply, too`);
    expect(updates(service)).toBe(0);
    await repository.ends(option === "--all" ? 3 : 0, ["apply", plan, option]);
    expect(applied(service)).toBe(2);
  });

  it("doesn't send over drift that only apply accepts", async () => {
    const { service, repository, plan } = await planThree();
    await repository.ends(3, ["apply", plan, "--accept-drift"]);
    expect(applied(service)).toBe(1);
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
    expect(updates(service)).toBe(0);
    name("reviewed\n");
    await repository.ends(0, ["apply", plan], "", { env: ADDRESS });
    expect(applied(service)).toBe(1);
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
  const io = { cwd: repository.root, env: {} };
  const secrets = secretSources({}, repository.root, io, () => undefined);
  const sources = secrets.sourcesFor(join(repository.root, "a.vaultconn.json"));
  expect(await sources.file("key.txt")).toEqual({ ok: true, text: "first" });
  writeFileSync(file, "second");
  expect(await sources.file("key.txt")).toEqual({ ok: true, text: "first" });
});
