import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Repository, SECRET } from "./support.js";

const KEY = { setup: { type: "API_KEY", api_key: "${secret:KEY}" } };
const PEM = `-----BEGIN PRIVATE KEY-----\n${"A".repeat(64)}\n${SECRET.replaceAll("-", "")}\n-----END PRIVATE KEY-----`;
const TENANTS = [
  { name: "Live", baseUrl: "live.example.com", production: true },
  { name: "Test", baseUrl: "test.example.com" },
];

/** A repository with a file for each tenant, and a provider's program that says whether it ran. */
function repositoryOf(live: object, test: object = {}): Repository {
  const repository = new Repository();
  repository.write("live.vaultconn.json", { id: "ac_1", tenant: "live.example.com", ...live });
  repository.write("test.vaultconn.json", { id: "ac_2", tenant: "test.example.com", ...test });
  writeFileSync(join(repository.outside, "tenants.json"), JSON.stringify(TENANTS));
  const bin = join(repository.outside, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "store"), `#!/bin/sh\n[ "$1" = none ] && exit 9\nprintf '%s' '${SECRET}'\n`, { mode: 0o755 });
  const providers = { kept: { command: [join(bin, "store"), "${path}"] } };
  writeFileSync(join(repository.outside, "providers.json"), JSON.stringify(providers), { mode: 0o600 });
  return repository;
}

const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Runs the command with the value that's looked for on a file descriptor. */
async function findIn(repository: Repository, code: number, args: readonly string[], env: Record<string, string>) {
  const descriptor = openSync(join(repository.outside, "sought"), "r");
  try {
    return await repository.ends(code, ["values", "--find-fd", String(descriptor), ...args], "", { env });
  } finally {
    closeSync(descriptor);
  }
}

const tenantsOf = ({ outside }: Repository) => ["--tenants", join(outside, "tenants.json")];
const providersOf = ({ outside }: Repository) => ["--providers", join(outside, "providers.json")];
const statesIn = (stdout: string) =>
  (JSON.parse(stdout) as { values: readonly { name: string; state: string }[] }).values.map(
    ({ name, state }) => `${name} ${state}`,
  );

describe("vaultconn values", () => {
  it.each([
    ["{", "Line 1, column 1: The object isn't closed; add a closing brace. (syntax)"],
    [Buffer.from([0x7b, 0xff, 0xfe, 0x80]), "It can't be read: it's neither UTF-8 nor UTF-16"],
    [Buffer.alloc(9), "(syntax)"],
    [`{"pad": "${"x".repeat(5 * 1024 * 1024)}"}`, "(too-large)"],
    ['["${secret:OTHER}"]', "(not-an-object)"],
    [{ id: "ac_2", setup: "${secret:OTHER}" }, "(not-an-object)"],
    [{ id: "ac_2", setup: { type: "BEARER", token: "${secret:OTHER" } }, "(malformed-reference)"],
  ])("names a file whose references aren't known, and fails: %j", async (content, why) => {
    const repository = repositoryOf(KEY);
    repository.write("test.vaultconn.json", content);
    writeFileSync(join(repository.outside, "sought"), "another");
    const env = { VAULTCONN_SECRET_KEY: SECRET };
    const both = [["values"], [...["values"], ...tenantsOf(repository)]];
    for (const args of both) {
      expect((await repository.ends(4, args, why, { env })).stdout).toContain("test.vaultconn.json: ");
      const { stdout } = await repository.ends(4, [...args, "--format", "json"], "", { env });
      expect(JSON.parse(stdout)).toMatchObject({ unread: ["test.vaultconn.json"] });
    }
    await repository.ends(4, ["values", "--format", "github"], "::error file=test.vaultconn.json,line=", { env });
    expect((await findIn(repository, 4, [], env)).stdout).toContain(why);
    writeFileSync(join(repository.outside, "sought"), SECRET);
    const { stdout } = await findIn(repository, 4, ["--format", "json"], env);
    expect(JSON.parse(stdout)).toMatchObject({ found: [{ id: "ac_1" }], unread: ["test.vaultconn.json"] });
  });

  it("names an empty file, which needs no value, and one without a tenant among several", async () => {
    const repository = repositoryOf(KEY);
    repository.write("test.vaultconn.json", "// later\n");
    const env = { VAULTCONN_SECRET_KEY: SECRET };
    await repository.ends(0, ["values"], "test.vaultconn.json: This file updates nothing;", { env });
    repository.write("test.vaultconn.json", KEY);
    await repository.ends(0, ["values"], "2 there", { env });
    await repository.ends(4, ["values", ...tenantsOf(repository)], "test.vaultconn.json: It has no tenant,", { env });
  });

  it("says which values are there, without a value, a sign-in, or a request", async () => {
    const setup = { type: "API_KEY", api_key: "${secret:KEY}-${env:PART}", base_url: "${kept:url}" };
    const repository = repositoryOf({ setup }, { setup: { type: "BEARER", token: "${file:no.pem}" } });
    const env = { VAULTCONN_SECRET_KEY: SECRET };
    const { stdout, stderr } = await repository.ends(4, ["values", "--format", "json"], "", { env });
    expect(stderr).toBe("");
    expect(statesIn(stdout)).toEqual(["KEY there", "PART missing", "kept:url notLookedUp", "no.pem missing"]);
    const { stdout: annotated } = await repository.ends(4, ["values", "--format", "github"], "", { env });
    expect(annotated).toContain("::error file=live.vaultconn.json,line=6,");
    expect(annotated).toContain("env PART has no value in the environment.");
    const { stdout: table } = await repository.ends(4, ["values"], "", { env });
    expect(table).toMatch(/File +Tenant +Connection[^]*there +live.vaultconn.json +live.example.com +ac_1/);
    expect(table).toContain("\nlive.example.com: 1 there, 1 missing, 1 not looked up\ntest.example.com: 0 there, 1");
  });

  it.each([
    ["${secret:crm_key}", { VAULTCONN_SECRET_CRM_KEY: "v" }, "VAULTCONN_SECRET_CRM_KEY"],
    ["${secret:crm.key}", { CRM_KEY: "v", VAULTCONN_SECRET_CRMKEY: "v" }, "VAULTCONN_SECRET_CRMKEY"],
    ["${secret:CRM_KEY}", { vaultconn_secret_crm_key: "v" }, "vaultconn_secret_crm_key"],
    ["${secret:CRM_KEY}", { CRM_KEY: "v" }, "${env:CRM_KEY}"],
    ["${env:Crm_Key}", { VAULTCONN_SECRET_CRM_KEY: "v", CRM_KEY: "v" }, "${env:CRM_KEY}"],
    ["${env:crm_key}", { VAULTCONN_SECRET_CRM_KEY: "v" }, "${secret:CRM_KEY}"],
    ["${env:VAULTCONN_SECRET_CRM_KEY}", { VAULTCONN_SECRET_CRM_KEY: "v" }, "${secret:CRM_KEY}"],
    ["${secret:CRM_KEY}", { SECRET_CRM_KEY: "v" }, "${env:SECRET_CRM_KEY}"],
    ["${env:VAULTCONN_TOKEN}", { VAULTCONN_TOKEN: "v", VAULTCONN_token: "v" }, undefined],
    ["${secret:crm_key}", { VAULTCONN_SECRET_CRM_KEY: " ", CRM_KEY_2: "v" }, undefined],
  ])("names the variable that %s may mean, of %j", async (token, env, named) => {
    const repository = new Repository();
    repository.write("a.vaultconn.json", { id: "ac_1", setup: { type: "BEARER", token } });
    const { stdout } = await repository.ends(4, ["values"], "", { env });
    expect(/Did you mean (\S+), which has a value/.exec(stdout)?.[1]).toBe(named);
  });

  it("looks only at the files of the specified tenant, and counts the others", async () => {
    const repository = repositoryOf(KEY, { setup: { type: "BEARER", token: "${secret:TOKEN}" } });
    repository.write("typo.vaultconn.json", { id: "ac_3", tenant: "tset.example.com", ...KEY });
    const args = ["values", "--tenant", "test.example.com"];
    const env = { VAULTCONN_SECRET_TOKEN: SECRET };
    const { stdout } = await repository.ends(0, [...args, "--format", "json"], "", { env });
    expect(statesIn(stdout)).toEqual(["TOKEN there"]);
    expect(JSON.parse(stdout)).toMatchObject({ leftOut: ["live.vaultconn.json", "typo.vaultconn.json"] });
    const sentence = "Files of other tenants, left out: 2 (live.example.com, tset.example.com)";
    await repository.ends(0, args, sentence, { env });
    // What leaked is looked for in all of them.
    writeFileSync(join(repository.outside, "sought"), SECRET);
    const found = await findIn(repository, 2, [...args.slice(1), "--strict", "--format", "json"], {
      ...env,
      VAULTCONN_SECRET_KEY: SECRET,
    });
    expect((JSON.parse(found.stdout) as { found: object[] }).found).toHaveLength(3);
    await repository.ends(64, ["values", "--tenant", "other.example.com"], "no setup files for the specified tenants");
  });

  it("runs providers only if it's asked to, and forgets what they print", async () => {
    const repository = repositoryOf(
      { setup: { type: "BEARER", token: "${kept:a}" } },
      { setup: { type: "TOKEN", token: "${kept:none}" } },
    );
    const given = ["values", ...providersOf(repository), "--format", "json"];
    expect(statesIn((await repository.ends(0, given)).stdout)).toEqual(["kept:a notLookedUp", "kept:none notLookedUp"]);
    await repository.ends(4, [...given, "--strict"]);
    const { stdout } = await repository.ends(0, [...given, "--run-providers"]);
    expect(statesIn(stdout)).toEqual(["kept:a there", "kept:none notLookedUp"]);
    await repository.ends(4, ["values", "--run-providers"], "names the provider kept, which isn't defined");
  });

  it.each([["${secret:OTHER}"], ["Bearer ${secret:OTHER}"], ["x ${file:token.txt}"], [`Bearer ${SECRET}`]])(
    "says that a value goes to a production tenant and to another one: %s",
    async (token) => {
      const repository = repositoryOf(KEY, { setup: { type: "BEARER", token } });
      repository.write("token.txt", SECRET);
      const env = { VAULTCONN_SECRET_KEY: SECRET, VAULTCONN_SECRET_OTHER: SECRET };
      const args = ["values", ...tenantsOf(repository)];
      await repository.ends(0, args, "The same value goes to another tenant, and one of the two is production.", {
        env,
      });
      const other = { VAULTCONN_SECRET_KEY: `${SECRET}2` };
      const { stdout } = await repository.ends(0, args, "", { env: { ...env, ...other } });
      expect(stdout).not.toContain("another tenant");
    },
  );

  it.each([
    ["behind a reference that's a part of the property", "Bearer ${secret:KEY}", SECRET],
    ["as the whole property", "Bearer ${secret:KEY}", `Bearer ${SECRET}`],
    ["in plain text", `Basic ${SECRET}`, `${SECRET}\r\n`],
    ["behind a provider", "${kept:a}", SECRET],
    ["with percent signs in an address", "https://u:a%2Fb%40c-9x7y@example.com/x", "a/b@c-9x7y"],
    ["in base64, beside a user's name", `Basic ${base64(`user:${SECRET}`)}`, SECRET],
    ["in base64, alone", base64(SECRET), SECRET],
    ["plain, sought in base64", "${secret:KEY}", `password: ${base64(SECRET)}`],
    [
      "plain, sought in a header with a user's name",
      "${secret:KEY}",
      `Authorization: Basic ${base64(`user:${SECRET}`)}`,
    ],
    ["in JSON in a string", JSON.stringify({ key: SECRET }), SECRET],
    ["in JSON in JSON", JSON.stringify({ a: JSON.stringify({ key: SECRET }) }), SECRET],
    ["in a form", `grant_type=x&client_secret=${SECRET}&a=b`, SECRET],
    ["in an address", `https://hooks.example.com/${SECRET}/x`, SECRET],
    ["with blanks and line breaks around it", "${secret:KEY}", `  ${SECRET}\n\n`],
    ["of several lines, which a shell has cut the last break of", "${secret:PEM}", `${PEM}\n`],
    ["of several lines, in a log", "${secret:PEM}", `INFO key: ${PEM} loaded\n`],
    ["of several lines, in the JSON of an account", "${secret:PEM}", JSON.stringify({ id: "a", private_key: PEM })],
    ["of several lines, with carriage returns", "${secret:PEM}", `${PEM}\n`.replaceAll("\n", "\r\n")],
  ])("finds a value %s", async (_, token, sought) => {
    const other = { setup: { type: "API_KEY", api_key: "${secret:OTHER}" } };
    const repository = repositoryOf({ setup: { type: "BEARER", token } }, other);
    writeFileSync(join(repository.outside, "sought"), sought);
    const env = { VAULTCONN_SECRET_KEY: SECRET, VAULTCONN_SECRET_PEM: PEM, VAULTCONN_SECRET_OTHER: `${SECRET}2` };
    const args = [...providersOf(repository), "--run-providers", "--format", "json"];
    const { stdout } = await findIn(repository, 2, args, env);
    expect(JSON.parse(stdout)).toMatchObject({ found: [{ file: "live.vaultconn.json", properties: ["setup.token"] }] });
  });

  it("looks up neither of two secrets that share a variable, and all others", async () => {
    const shared = {
      setup: { type: "BASIC_AUTH", username: "${secret:team-token}", password: "${secret:team.token}" },
    };
    const repository = repositoryOf(KEY, shared);
    const env = { VAULTCONN_SECRET_KEY: SECRET, VAULTCONN_SECRET_TEAM_TOKEN: SECRET };
    const why = "The secrets team-token and team.token share the variable VAULTCONN_SECRET_team_token.";
    const { stdout, stderr } = await repository.ends(0, ["values"], why, { env });
    expect(stdout).toContain("1 there, 0 missing, 2 not looked up");
    expect(stdout + stderr).not.toContain("sent");
    await repository.ends(4, ["values", "--strict"], "", { env });
    writeFileSync(join(repository.outside, "sought"), SECRET);
    const found = JSON.parse((await findIn(repository, 2, ["--format", "json"], env)).stdout) as object;
    expect(found).toMatchObject({ found: [{ id: "ac_1" }], incomplete: ["test.vaultconn.json"] });
    // In the file of --secrets, each has a value of its own.
    const file = join(repository.outside, "secrets.env");
    writeFileSync(file, `team-token=a\nteam.token=b\n`, { mode: 0o600 });
    await repository.ends(0, ["values", "--secrets", file], "3 there", { env: { VAULTCONN_SECRET_KEY: SECRET } });
  });

  it.each([
    [
      ["--find-fd", "3", "--secrets-fd", "03"],
      64,
      "--secrets-fd and --find-fd are both 3. Give each a file descriptor",
    ],
    [
      ["--find-fd", "9999"],
      4,
      "of --find-fd can't be read: it isn't open for reading. In the shell, open it with 9999< FILE.",
    ],
  ])("says what to do about the descriptors %j", async (args, code, text) => {
    await repositoryOf(KEY).ends(code, ["values", ...args], text);
  });

  it.each([
    `"${SECRET}"`,
    `'${SECRET}',`,
    `TOKEN=${SECRET}`,
    `export TOKEN='${SECRET}'`,
    `$env:TOKEN = "${SECRET}"`,
    `Authorization: Bearer ${SECRET}\n`,
    `-H "Authorization: Bearer ${SECRET}"`,
    `"api_key": "${SECRET}",`,
    `Basic ${SECRET}`,
    `{ "api_key": "${SECRET}" }`,
    `["${SECRET}"]`,
    `setx TOKEN ${SECRET}`,
    `https://user:${SECRET}@example.com/x`,
    `curl -H 'Authorization: Bearer ${SECRET}' https://example.com`,
    `first line\r\n${SECRET}\r\n`,
    `A=other-value\nB='${SECRET}'\nC=third-value\n`,
    `{"data":{"api_key":"${SECRET}","other":"x"}}`,
    `- name: KEY\n  value: ${SECRET} # until March\n`,
    `2026-11-01T00:00:00Z ERROR key ${SECRET}, rejected: (${SECRET})`,
    `https://example.com/?api_key=${SECRET}&b=1`,
    `curl -u 'user:${SECRET}' https://example.com`,
    `The key is **${SECRET}**.`,
    `<key>${SECRET}</key>`,
    `\u001B[32m${SECRET}\u001B[0m and more`,
    `${SECRET}\u0000`,
    `${SECRET.slice(0, 12)}\n${SECRET.slice(12)}\n`,
    `key ${base64(`user:${SECRET}`)} seen`,
  ])("looks for the value also without what's around it: %s", async (sought) => {
    const repository = repositoryOf(KEY);
    writeFileSync(join(repository.outside, "sought"), sought);
    const { stdout } = await findIn(repository, 2, ["--format", "json"], { VAULTCONN_SECRET_KEY: SECRET });
    expect(JSON.parse(stdout)).toMatchObject({ found: [{ file: "live.vaultconn.json" }] });
  });

  it.each([
    [`{\n// old: ${SECRET}\n"id": "ac_1", "name": "a" }`, 2, "comment"],
    [`{\n// The key was ${SECRET}.\n"id": "ac_1", "name": "a" }`, 2, "comment"],
    [`{\n"id": "ac_1", "notes": "Not (${SECRET}.)!", "name": "a" }`, 2, "text"],
    [`{ "id": "ac_1",\n/* "${SECRET}",\n */ "name": "a" }`, 2, "comment"],
    [`{ "id": "ac_1", "setup": { "type": "JWT",\n\n"${SECRET}" : "" } }`, 3, "property name"],
    [`{ "id": "ac_1", "setup": { "type": "JWT", "pin": 4071822399 } }`, 1, "number", "4071822399"],
    [`{ "id": "ac_1", "name": "a",\n"notes": "key ${SECRET}" }`, 2, "text"],
    [`{ "id": "ac_1", "notes": "a \\u0063${SECRET.slice(1)}\\n" }`, 1, "text"],
    [`{ "id": "ac_1",\n"notes": "${SECRET}`, 2, "text"],
    [`token = ${SECRET}`, 1, "text"],
  ])("says where the text of a file holds the value: %s", async (text, line, what, sought = SECRET) => {
    const repository = repositoryOf(KEY);
    repository.write("test.vaultconn.json", text);
    writeFileSync(join(repository.outside, "sought"), sought);
    const given = ["values", "--find-fd", "", "test.vaultconn.json"];
    const descriptor = openSync(join(repository.outside, "sought"), "r");
    const { stdout } = await repository.cli(given.with(2, String(descriptor)));
    closeSync(descriptor);
    expect(stdout).toMatch(new RegExp(`^test\\.vaultconn\\.json .*${what} in line ${line}$`, "m"));
    expect(stdout).toContain("Found in 1");
  });

  it("takes no word for the value unless it's all of a secret", async () => {
    const text = `example.com production ${SECRET}-2 until 2027-03-01`;
    const setup = { type: "API_KEY", base_url: "https://example.com", api_key: "${secret:KEY}" };
    const repository = repositoryOf({ name: "production", expires: "2027-03-01", setup });
    writeFileSync(join(repository.outside, "sought"), text);
    const { stdout } = await findIn(repository, 0, [], { VAULTCONN_SECRET_KEY: SECRET });
    expect(stdout).toContain("Not found in 2 files");
  });

  it.each(["text", "json", "github", "markdown"])("doesn't show the value that it finds, as %s", async (format) => {
    const value = "canary-9fKq2LmZ7xTb";
    const repository = repositoryOf({ setup: { type: "JWT", algorithm: "HS256", [value]: value } });
    repository.write(`a-${value}.vaultconn.json`, { id: value, tenant: `user:${value}@live.example.com` });
    writeFileSync(join(repository.outside, "sought"), value);
    const { stdout, stderr } = await findIn(repository, 2, ["--format", format], {});
    // GitHub needs the path.
    expect((stdout + stderr).replaceAll(/ file=[^,]+/g, "")).not.toContain(value);
    expect(stdout).toContain("[redacted]");
  });

  it("doesn't show an address with a password in place of a tenant", async () => {
    const repository = repositoryOf(KEY, { ...KEY, tenant: `https://user:${SECRET}@test.example.com` });
    const env = { VAULTCONN_SECRET_KEY: "a" };
    for (const format of ["text", "json"]) {
      const { stdout } = await repository.ends(0, ["values", "--format", format], "", { env });
      expect(stdout).not.toContain(SECRET);
    }
  });

  it("says what wasn't looked up if it finds nothing", async () => {
    const repository = repositoryOf({ setup: { type: "BEARER", token: "${kept:a}" } }, KEY);
    writeFileSync(join(repository.outside, "sought"), SECRET);
    const { stdout } = await findIn(repository, 0, [], { VAULTCONN_SECRET_KEY: "another" });
    expect(stdout).toContain("live.vaultconn.json: Not looked up: kept a.");
    expect(stdout).toContain("Not found in 2 files, among what can be read now. Not completely searched: 1, so it may");
    await findIn(repository, 4, ["--strict"], { VAULTCONN_SECRET_KEY: "another" });
  });
});
