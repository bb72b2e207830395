import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { entryOf } from "../../unit/records.js";
import { openService } from "../client/support.js";
import { start } from "./process.js";
import { APPLY, BEARER, hostOf, opened, Repository } from "./support.js";

/** What Markdown, GitHub, or the log of a pipeline gives a meaning, also where it is the name of a file. */
const HOSTILE =
  "a|b \\| `c` ``@octocat #12 <img src=x> [d](e) $f$ :tada: ##[error]##vso[a]\u001b[2J\u009b1m\u202e\n::error::g";
const LINKED = `${HOSTILE} https://evil.example.com www.example.com`;

/** Replaces what differs from run to run, by something as long where columns depend on it. */
function settled(report: string): string {
  return report
    .replaceAll(/(?<=127\.0\.0\.1(?::|%3A))\d{5}/g, "12345")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z/g, "2026-01-01T00:00:00.000Z")
    .replaceAll(/"(?:[\w-]{43}|[\w-]{22}|[0-9a-f]{40})"/g, '"…"')
    .replace(/(?<="version":")[\d.]+(?=","informationUri")/, "1.2.3-test")
    .replace(/(?<="rules":\[).*(?=\]\}\},"columnKind")/, "");
}

it.each(["text", "json", "github", "markdown", "sarif"])("prints each command's report as %s", async (format) => {
  const service = await openService({ connections: 3 });
  const { id } = service.connections.insert({ name: LINKED });
  const repository = new Repository(service);
  const file = repository.write(`good/${HOSTILE}.vaultconn.json`, { id, tenant: hostOf(service), setup: BEARER });
  const other = service.connections.idAt(1);
  const drifted = { id: other, tenant: hostOf(service), setup: BEARER };
  const run = async (name: string, code: number, ...args: readonly string[]) => {
    const ended = await start(repository, [...args, "--format", format]).ended;
    expect([ended.code, ended.stdout === ""]).toEqual([code, false]);
    await expect(settled(ended.stdout)).toMatchFileSnapshot(`../../fixtures/reports/${name}.${format}`);
  };

  repository.write("bad/a.vaultconn.json", { id: "b", setup: { ...BEARER, [LINKED]: 1 } });
  copyFileSync(file, join(repository.root, "bad", "copy.vaultconn.json"));
  await run("check", 4, "check", "bad", "good");
  if (format === "sarif") return;

  repository.write("good/drifted.vaultconn.json", drifted);
  await repository.ends(0, [...APPLY, "good/drifted.vaultconn.json"]);
  service.connections.change(other, { name: "Other" });
  repository.write("bad/copy.vaultconn.json", { id: "c", setup: { ...BEARER, token: `\${file:${LINKED}}` } });
  const summary = join(repository.outside, "summary.md");
  writeFileSync(summary, "</details>");
  await run("plan", 4, "plan", "--summary", summary);
  const added = readFileSync(summary, "utf8").slice("</details>\n\n".length);
  await expect(settled(added)).toMatchFileSnapshot("../../fixtures/reports/plan.markdown");
  await run("drift", 3, "drift", "--unmanaged", "bad");
  const body = JSON.stringify({ message: LINKED });
  service.faults.add({ kind: "reply", status: 400, body }, { operation: "update", id: other });
  await run("apply", 4, ...APPLY, "--accept-drift", "good");
  await run("pull", 0, "pull", "--id", service.connections.idAt(2), "--into", HOSTILE);
});

it("writes a plan and prints each command's failures as the built program does", async () => {
  const service = await openService({ connections: 3 });
  const repository = new Repository(service);
  const id = service.connections.idAt(0);
  repository.write("a.vaultconn.json", { id, tenant: hostOf(service), setup: BEARER });
  repository.write("vaultconn.lock.json", lockText([{ ...entryOf(1), tenant: hostOf(service) }]));
  await start(repository, ["plan", "--out", repository.planFile]).ended;
  await expect(settled(readFileSync(repository.planFile, "utf8"))).toMatchFileSnapshot(
    "../../fixtures/reports/plan.file.json",
  );
  service.faults.add({ kind: "reply", status: 401, body: "{}" }, { operation: "list", times: "always" });
  const printed: string[] = [];
  for (const args of [["check", "missing"], ["list"], ["plan"], ["apply", repository.planFile], ["drift"], ["pull"]])
    for (const options of args[0] === "list" ? ["--format=json", "--format=csv"] : ["--format=json", "--format=text"]) {
      const { code, stdout, stderr } = await start(repository, [...args, options]).ended;
      const command = [...args, options].join(" ").replace(`${repository.outside}/`, "");
      printed.push(`$ vaultconn ${command}\n${stdout}${stderr}exit ${code}\n`);
    }
  await expect(settled(printed.join("\n")).replaceAll(repository.root, "ROOT")).toMatchFileSnapshot(
    "../../fixtures/reports/failures.txt",
  );
});

/** A name of several lines. */
const LINES = `${HOSTILE}\r\n::error::y\n ::warning::z`;
/** The same as a lock file and an address may hold it, which refuse control characters. */
const FORMAT_ONLY = "::error::x\u202e##[error]";

/** Fails where a text steers a terminal or the log of a pipeline. */
function expectInert(printed: string): void {
  expect(printed).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|##\w*\[|^\s*::/mu);
}

/** A repository in which everything that has a name is hostile. */
async function hostile(tenant = "Acme") {
  const service = await openService();
  const { id } = service.connections.insert({ name: LINES, app_id: HOSTILE });
  const repository = new Repository(service);
  repository.write(`${LINES}/${LINES}.vaultconn.json`, { id, tenant: hostOf(service), name: LINES, setup: BEARER });
  const tenants = repository.write("tenants.json", [{ name: tenant, baseUrl: service.baseUrl }]);
  return { service, id, repository, given: { env: { VAULTCONN_TENANT: undefined } }, options: ["--tenants", tenants] };
}

// What each command prints of hostile names in each format is in the files of the tests before.
describe("untrusted names in the output of", () => {
  it.each(["text", "json"])("vaultconn drift --format %s", async (format) => {
    const { service, repository, given, options } = await hostile();
    const mark = { fingerprint: FORMAT_ONLY, updated_at: FORMAT_ONLY, digest: "a".repeat(43) };
    const tenants = [hostOf(service), FORMAT_ONLY];
    writeFileSync(repository.lockFile, lockText(tenants.map((tenant) => ({ tenant, id: FORMAT_ONLY, ...mark }))));
    const args = ["drift", "--unmanaged", "--verbose", "--format", format, ...options];
    const { stdout, stderr } = await repository.ends(3, args, "", given);
    for (const printed of [stdout, stderr]) {
      expect(printed).toMatch(/error::x\\u/);
      expectInert(printed);
    }
  });

  it("an update without a response", async () => {
    const { service, id, repository, given, options } = await hostile();
    service.faults.add({ kind: "silence", how: "hang", when: "before" }, { operation: "update" });
    const run = start(repository, [...APPLY, ...options], given.env);
    await service.requests.waitFor({ operation: "update" });
    run.child.kill("SIGKILL");
    await run.ended;
    const { stderr } = await repository.cli(["plan", ...options], given);
    expect(stderr).toContain("earlier run");
    expect(stderr).toMatch(/\\u\{1b\}/);
    expectInert(stderr);
    expect(service.connections.get(id)?.name).toBe(LINES);
  });

  it.each([
    ["an option", ["plan", `--${LINES}`]],
    ["a command", [LINES]],
    ["a format", ["plan", "--format", LINES]],
    ["a file", ["plan", LINES]],
    ["a plan", ["apply", LINES]],
    ["a file of tenants", ["plan", "--tenants", LINES]],
    ["a tenant", ["plan", "--tenant", LINES]],
    ["a variant", ["pull", "--variant", LINES]],
    ["a place for the plan", ["plan", "--out", `${LINES}/none`]],
  ])("a message about %s", async (_, args) => {
    const { repository } = await opened(1);
    const { code, stdout, stderr } = await repository.cli(args);
    expect([4, 64]).toContain(code);
    expect(stderr).not.toBe("");
    for (const printed of [stdout, stderr]) expectInert(printed);
  });

  it("a message about missing credentials", async () => {
    const { repository, given, options } = await hostile(FORMAT_ONLY);
    const env = { ...given.env, VAULTCONN_ACCESS_TOKEN: undefined };
    const { code, stderr } = await repository.cli(["plan", ...options], { env });
    expect([code, stderr]).toEqual([4, expect.stringMatching(/error::x/)]);
    expectInert(stderr);
  });
});
