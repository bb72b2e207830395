import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockText } from "../../../client/core/lock/lockEntries.js";
import { openService } from "../client/support.js";
import { bundled, start } from "./process.js";
import { BEARER, hostOf, Repository, APPLY, opened } from "./support.js";

/** What no program may print because it has read it: escape sequences, text that runs backwards, commands to runners. */
const HOSTILE = "::error::x\u001b[2J\u009b1m\u202e##[error]##vso[a]";
/** The same where a name may also have several lines. */
const LINES = `${HOSTILE}\r\n::error::y\n ::warning::z`;
/** The same as a lock file and an address may hold it, which refuse control characters. */
const FORMAT_ONLY = "::error::x\u202e##[error]";

const bundle = bundled();

/** Fails where a text steers a terminal or the log of a pipeline. @param commands to the runner that the format consists of */
function expectInert(printed: string, commands = /(?!)/): void {
  expect(printed).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|##\w*\[/u);
  const lines = printed.split("\n").filter((line) => /^\s*::/.test(line));
  expect(lines.filter((line) => !commands.test(line))).toEqual([]);
}

/** An annotation as the formats for GitHub write it, and as its runner reads it. */
const ANNOTATION = /^::(?:error|warning|notice) file=[^:,]*(?:,(?:line|endLine|col|endColumn)=\d+)*,title=[^:,]*::/;

/** Whether a report names what was hostile, with its escapes, so that the test has something to look at. */
const NAMED = /error(?:::|%3A%3A)x\\u(?:\{1b\}|001b)/;

/** The same of a text that names what was hostile. */
function expectNamed(printed: string, commands?: RegExp): void {
  expect(printed).toMatch(NAMED);
  expectInert(printed, commands);
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

describe("untrusted names in the output of", () => {
  it.each(["text", "json", "github", "markdown"])("vaultconn plan --format %s", async (format) => {
    const { repository, given, options } = await hostile();
    const summary = join(repository.outside, "summary.md");
    const args = ["plan", "--format", format, "--out", repository.planFile, "--summary", summary, ...options];
    const { code, stdout, stderr } = await repository.cli(args, given);
    expect([code, stderr]).toEqual([2, ""]);
    expectNamed(stdout, format === "github" ? ANNOTATION : undefined);
    for (const file of [repository.planFile, summary]) expectNamed(readFileSync(file, "utf8"));
    // The plan holds the names as they are, for all that.
    expect((await repository.plan()).files.map(({ file }) => file)).toEqual([`${LINES}/${LINES}.vaultconn.json`]);
  });

  it.each(["text", "json", "github", "markdown"])("vaultconn plan --format %s with invalid files", async (format) => {
    const { service, repository, given, options } = await hostile();
    repository.write(`${LINES}.vaultconn.json`, { id: "a", setup: { ...BEARER, [LINES]: "a" } });
    repository.write("reference.vaultconn.json", { id: "b", setup: { ...BEARER, token: `\${file:${LINES}}` } });
    const { code, stdout, stderr } = await repository.cli(["plan", "--format", format, ...options], given);
    expect([code, stderr]).toEqual([4, ""]);
    expectNamed(stdout, format === "github" ? ANNOTATION : undefined);
    expect(service.requests.all({ operation: "update" })).toEqual([]);
  });

  it.each(["text", "json"])("vaultconn apply --format %s", async (format) => {
    const { service, repository, given, options } = await hostile();
    const args = [...APPLY, "--all", "--format", format, ...options];
    const body = JSON.stringify({ message: `Invalid: ${LINES}`, error: HOSTILE });
    service.faults.add({ kind: "reply", status: 400, body }, { operation: "update" });
    for (const expected of [4, 0]) {
      const { stdout, stderr } = await repository.ends(expected, args, "", given);
      for (const printed of [stdout, stderr]) expectNamed(printed);
    }
  });

  it.each(["text", "json"])("vaultconn drift --format %s", async (format) => {
    const { service, repository, given, options } = await hostile();
    const mark = { fingerprint: FORMAT_ONLY, updated_at: FORMAT_ONLY, digest: "a".repeat(43) };
    const tenants = [hostOf(service), FORMAT_ONLY];
    writeFileSync(repository.lockFile, lockText(tenants.map((tenant) => ({ tenant, id: FORMAT_ONLY, ...mark }))));
    const args = ["drift", "--unmanaged", "--format", format, ...options];
    const { stdout, stderr } = await repository.ends(3, args, "", given);
    for (const printed of [stdout, stderr]) {
      expect(printed).toMatch(/error::x\\u/);
      expectInert(printed);
    }
  });

  it.each(["text", "json"])("vaultconn pull --format %s", async (format) => {
    const { repository, given, options } = await hostile();
    const args = ["pull", "--into", LINES, "--format", format, ...options];
    const { code, stdout, stderr } = await repository.cli(args, given);
    expect([code, stderr]).toEqual([0, ""]);
    expectNamed(stdout);
  });

  it("an update without a response", async () => {
    const { service, id, repository, given, options } = await hostile();
    service.faults.add({ kind: "silence", how: "hang", when: "before" }, { operation: "update" });
    const run = start(bundle(), repository, [...APPLY, ...options], given.env);
    await service.requests.waitFor({ operation: "update" });
    run.child.kill("SIGKILL");
    await run.ended;
    const { stderr } = await repository.cli(["plan", ...options], given);
    expect(stderr).toContain("earlier run");
    expectNamed(stderr);
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
