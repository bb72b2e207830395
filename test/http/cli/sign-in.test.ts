import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, openSync, closeSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { canary, openService } from "../client/support.js";
import { APPLY, hostOf, Repository, SECRET, opened } from "./support.js";

const SIGNED_OUT = { VAULTCONN_ACCESS_TOKEN: undefined };

describe("signing in from the command line", () => {
  it("accepts client credentials, a private key, or a token", async () => {
    const { service, repository } = await opened(1);
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    canary.secret(pem);
    const client = { ...SIGNED_OUT, VAULTCONN_CLIENT_ID: service.clientId };
    const secret = { ...client, VAULTCONN_CLIENT_SECRET: service.clientSecret };
    await repository.ends(2, ["plan"], "", { env: secret });
    service.client.publicKey = publicKey.export({ type: "spki", format: "pem" }).toString();
    const key = { ...client, VAULTCONN_PRIVATE_KEY: pem, VAULTCONN_ASSERTION_ALGORITHM: "RS256" };
    await repository.ends(2, ["plan"], "", { env: key });
    const none = { ...key, VAULTCONN_ASSERTION_ALGORITHM: "none" };
    await repository.ends(4, ["plan"], "VAULTCONN_ASSERTION_ALGORITHM", { env: none });
    await repository.ends(4, ["plan"], "", { env: { ...secret, VAULTCONN_ACCESS_TOKEN: service.accessToken } });
  });

  it.each([
    ["CLIENT_SECRET", '"s3cret-value"', " is in quotes"],
    ["CLIENT_SECRET", "'s3cret-value'", " is in quotes"],
    ["CLIENT_SECRET", "$(CLIENT_SECRET)", " is a placeholder"],
    ["CLIENT_SECRET", "***", " is a placeholder"],
    ["CLIENT_SECRET", "${{ secrets.CLIENT_SECRET }}", " is a placeholder"],
    ["CLIENT_SECRET", "op://vault/item/secret", " is a placeholder"],
    ["CLIENT_SECRET", "s3cret\u200bvalue", " contains an invisible character (U+200B)"],
    ["CLIENT_SECRET", "/builds/group/project.tmp/CLIENT_SECRET", " is a path"],
    ["CLIENT_SECRET", Buffer.from("s3cret-value\n").toString("base64"), " is base64 of another value"],
    ["CLIENT_ID", '"flows-id"', " is in quotes"],
    ["CLIENT_ID", "<client_id>", " is a placeholder"],
    ["TENANT", '"acme.example.com"', " is in quotes"],
    ["TENANT", "Acme='acme.example.com'", " is in quotes"],
    ["TENANT", "$(TENANT)", " is a placeholder"],
  ])("refuses what's left around or instead of VAULTCONN_%s before it's sent: %s", async (name, value, said) => {
    const { service, repository } = await opened(1);
    const client = { VAULTCONN_CLIENT_ID: service.clientId, VAULTCONN_CLIENT_SECRET: service.clientSecret };
    const env = { ...SIGNED_OUT, ...client, [`VAULTCONN_${name}`]: value };
    const { stderr } = await repository.ends(name === "TENANT" ? 64 : 4, ["plan"], said, { env });
    expect(stderr).toContain(`VAULTCONN_${name}`);
    expect(stderr).not.toContain("s3cret");
    expect(service.requests.all()).toEqual([]);
  });

  it("reads credentials from a private file outside the repository, or from a descriptor", async () => {
    const { service, repository } = await opened(1);
    const content = { [hostOf(service)]: { accessToken: service.accessToken } };
    const ends = (code: number, file: string, text?: string) =>
      repository.ends(code, ["plan", "--credentials", file], text, { env: SIGNED_OUT });
    const file = join(repository.outside, "credentials.json");
    writeFileSync(file, JSON.stringify(content));
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(file, mode);
      await ends(4, file, "chmod 600");
    }
    chmodSync(file, 0o600);
    await ends(2, file);
    const inside = repository.write("credentials.json", content);
    chmodSync(inside, 0o600);
    await ends(4, inside, "inside the repository");
    await ends(4, repository.outside);
    await ends(4, join(repository.outside, "missing"));
    const descriptor = openSync(file, "r");
    await repository.ends(2, ["plan", "--credentials-fd", String(descriptor)], "", { env: SIGNED_OUT });
    closeSync(descriptor);
    writeFileSync(file, `{"${hostOf(service)}": {"accessToken": "${service.accessToken}"`);
    await ends(4, file, "they aren't JSON");
    writeFileSync(file, '{"accessToken": "x"}');
    await ends(4, file, 'the value of accessToken isn\'t an object with strings, as in {"acme.example.com": ');
  });

  it("sends a credential only to its tenant, and lists all that are missing", async () => {
    const [one, two] = [await openService(), await openService()];
    const repository = new Repository(one, two);
    repository.setup(0, undefined, one);
    repository.setup(0, undefined, two);
    const env = {
      VAULTCONN_ACCESS_TOKEN: one.accessToken,
      VAULTCONN_ACCESS_TOKEN_T0: undefined,
      VAULTCONN_ACCESS_TOKEN_T1: undefined,
    };
    const { stderr } = await repository.ends(4, ["plan", ...repository.tenants()], "", { env });
    expect(stderr).toMatch(/for T0\..*\n.*for T1\./);
    expect([...one.requests.all(), ...two.requests.all()]).toEqual([]);
  });

  it("refuses credentials in arguments and files, where others would see them", async () => {
    const { service, repository } = await opened(1);
    const tenants = repository.tenants([{ accessToken: canary.secret("canary-in-tenants-9173") }]);
    await repository.ends(64, ["plan", ...tenants]);
    const proxy = `http://user:${canary.secret("canary-in-proxy-5521")}@127.0.0.1:1`;
    await repository.ends(64, ["plan", "--proxy", proxy]);
    const address = service.baseUrl.replace("://", `://user:${canary.secret("canary-in-address-1180")}@`);
    await repository.ends(64, ["plan", "--tenant", address]);
    expect(service.requests.all()).toEqual([]);
  });

  it.each<[object, string]>([
    [{ production: "true" }, "entry 1: production: Write true or false"],
    [{ readOnly: "yes" }, "entry 1: readOnly: Write true or false"],
    [{ Production: true }, "entry 1: Production isn't a property of a tenant"],
    [{ prod: true, read_only: true }, "entry 1: prod, read_only isn't a property of a tenant"],
  ])("refuses a tenant that would be protected less than it says: %j", async (more, text) => {
    const { service, repository } = await opened(1);
    await repository.ends(64, [...APPLY, ...repository.tenants([more])], text);
    expect(service.requests.all()).toEqual([]);
  });

  it("refuses a file of tenants or credentials in which a name is there twice", async () => {
    const { service, repository } = await opened(1);
    const tenants = join(repository.outside, "tenants.json");
    const baseUrl = `"baseUrl": "${service.baseUrl}"`;
    writeFileSync(tenants, `[{"name": "A", ${baseUrl}, "production": true, /* for now */ "production": false}]`);
    await repository.ends(64, [...APPLY, "--tenants", tenants], 'has "production" twice in one entry');
    writeFileSync(tenants, `[{"name": "A", ${baseUrl}}]`);
    const credentials = join(repository.outside, "credentials.json");
    const entry = `"${hostOf(service)}": {"accessToken": "${service.accessToken}"}`;
    writeFileSync(credentials, `{${entry}, ${entry}}`, { mode: 0o600 });
    const options = ["--tenants", tenants, "--credentials", credentials];
    await repository.ends(4, [...APPLY, ...options], "twice; remove one");
    expect(service.requests.all()).toEqual([]);
  });

  it.each(["acme.example.com?state=x", "acme.example.com#state=x"])(
    "takes %s for an address, not for the name of another one",
    async (address) => {
      const { repository } = await opened(1);
      await repository.ends(64, ["list", "--tenant", address], "Remove the ? or #");
    },
  );

  it("keeps its own variables from setup files", async () => {
    const { repository } = await opened(1);
    repository.setup(0, { setup: { type: "BEARER", token: "${env:VAULTCONN_ACCESS_TOKEN}" } });
    await repository.ends(4, ["plan"]);
    repository.setup(0, { setup: { type: "BEARER", token: "${env:vaultconn_secret_token}" } });
    await repository.ends(4, ["plan"], "", { env: { vaultconn_secret_token: SECRET } });
  });

  it("reads secrets only from a named file that nobody else can read", async () => {
    const { repository } = await opened(1);
    repository.setup(0, { setup: { type: "BEARER", token: "${secret:FROM.FILE}" } });
    const file = join(repository.outside, "secrets.env");
    writeFileSync(file, `FROM.FILE=${SECRET}\n`);
    chmodSync(file, 0o644);
    await repository.ends(4, ["plan", "--secrets", file]);
    chmodSync(file, 0o600);
    await repository.ends(2, ["plan", "--secrets", file], "secret FROM.FILE");
    const descriptor = openSync(file, "r");
    await repository.ends(2, ["plan", "--secrets-fd", String(descriptor)], "secret FROM.FILE");
    closeSync(descriptor);
    await repository.ends(4, ["plan", "--secrets-fd", String(descriptor)], "of --secrets-fd can't be read");
    await repository.ends(64, ["plan", "--secrets-fd", "x"], "--secrets-fd must be the number");
    chmodSync(file, 0o644);
    await repository.ends(4, ["plan", "--secrets", file], "or use --secrets-fd");
    for (const option of ["--secrets", "--credentials"])
      await repository.ends(4, ["plan", option, "-"], `to read standard input, use ${option}-fd 0.`);
  });

  it.each([
    ["FROM.FILE=a#b", "line 1 differently. Put it in single quotes"],
    ["FROM.FILE=x\ny", "Line 2 isn't NAME=value"],
    ["FROM.FILE='x\\'", "Use an environment variable for it."],
    ["VAULTCONN_SECRET_FROM.FILE=x", "Write VAULTCONN_SECRET_FROM.FILE as FROM.FILE"],
    [Buffer.from("FROM.FILE=caf\xe9", "latin1"), "save it as UTF-8"],
  ])("refuses a secrets file with the ambiguous value %j", async (content, why) => {
    const { service, repository } = await opened(1);
    const file = join(repository.outside, "secrets.env");
    writeFileSync(file, content, { mode: 0o600 });
    await repository.ends(4, [...APPLY, "--secrets", file], why);
    const { stderr } = await repository.cli(["plan", "--secrets", file]);
    expect(stderr).toContain(`The secrets file "${file}" can't be used`);
    expect(service.requests.all()).toEqual([]);
  });

  it.each(["utf8", "utf16le"] as const)(
    "reads files of %s with a byte order mark, comments, and commas",
    async (encoding) => {
      const { service, repository } = await opened();
      repository.setup(0, { setup: { type: "BEARER", token: "${secret:FROM.FILE}" } });
      const write = (name: string, text: string) => {
        writeFileSync(join(repository.outside, name), Buffer.from(`\ufeff${text}`, encoding), { mode: 0o600 });
        return join(repository.outside, name);
      };
      const token = `"accessToken": "${service.accessToken}"`;
      const options = [
        ...["--secrets", write("secrets.env", `FROM.FILE='${SECRET}'\r\n`)],
        ...["--credentials", write("credentials.json", `{ // ours\n  "${service.baseUrl}/": { ${token}, } }`)],
        ...["--tenants", write("tenants.json", `[ /* ours */ { "name": "Acme", "baseUrl": "${service.baseUrl}" }, ]`)],
      ];
      const { planFile } = repository;
      await repository.ends(2, ["plan", ...options, "--out", planFile], "", { env: SIGNED_OUT });
      write("plan.json", `// approved\n${readFileSync(planFile, "utf8")}`);
      await repository.ends(0, ["apply", planFile, ...options], "1 applied", { env: SIGNED_OUT });
      expect(service.connections.setupOf(service.connections.idAt(0))).toEqual({ type: "BEARER", token: SECRET });
      writeFileSync(repository.lockFile, Buffer.from(`\ufeff${readFileSync(repository.lockFile, "utf8")}`, encoding));
      await repository.ends(0, ["drift", ...options.slice(2)], "", { env: SIGNED_OUT });
    },
  );

  it.each([
    [{ access_token: "x" }, 'has "access_token", which isn\'t known; use accessToken'],
    [{ token: "x" }, 'has "token", which isn\'t known; use accessToken, clientId'],
    [{ clientId: "x" }, "Its entry in the credentials file needs accessToken, clientSecret, or privateKey."],
    [undefined, "to the credentials file."],
  ])("says what a credentials file needs: %j", async (entry, why) => {
    const { service, repository } = await opened(1);
    const file = join(repository.outside, "credentials.json");
    writeFileSync(file, JSON.stringify({ [hostOf(service)]: entry, "other.example.com": {} }), { mode: 0o600 });
    await repository.ends(4, ["plan", "--credentials", file], why, { env: SIGNED_OUT });
  });

  it("sends the secret of a credentials file to no authUrl that the file doesn't have", async () => {
    const { service, repository } = await opened(1);
    const other = await openService();
    const file = join(repository.outside, "credentials.json");
    const plan = ["plan", "--credentials", file, ...repository.tenants([{ authUrl: other.origin }])];
    const ends = async (code: number, entry: object, text = "") => {
      writeFileSync(file, JSON.stringify({ [hostOf(service)]: entry }), { mode: 0o600 });
      await repository.ends(code, plan, text, { env: SIGNED_OUT });
    };
    const { clientId, clientSecret } = service;
    await ends(4, { clientId, clientSecret }, 'add "authUrl" to its entry in the credentials file');
    await ends(2, { clientId, clientSecret, authUrl: service.origin });
    await ends(2, { accessToken: service.accessToken });
    expect(other.requests.all()).toEqual([]);
  });

  it("names an entry of a credentials file that lacks the tenant's port", async () => {
    const { service, repository } = await opened(1);
    const file = join(repository.outside, "credentials.json");
    const { hostname } = new URL(service.origin);
    writeFileSync(file, JSON.stringify({ [hostname]: { accessToken: service.accessToken } }), { mode: 0o600 });
    const why = `add ${hostOf(service)} to the credentials file. Its entry for ${hostname} isn't for this port.`;
    await repository.ends(4, ["plan", "--credentials", file], why, { env: SIGNED_OUT });
  });

  it.each([
    [["本番", "開発"], "its name has no letters from A to Z and no digits"],
    [["Acme EU", "Acme-EU"], "Acme-EU would have the same one"],
  ])("says that no variable can be named after the tenant %j", async (names, why) => {
    const [one, two] = [await openService(), await openService()];
    const repository = new Repository(one, two);
    repository.setup(0, undefined, one);
    const tenants = repository.tenants(names.map((name) => ({ name })));
    const text = `No variable can be named after it, because ${why}. Rename the tenant, or use --credentials.`;
    await repository.ends(4, ["plan", ...tenants], text);
  });

  it("refuses a secrets file inside the repository, or warns if git ignores it", async () => {
    const { service, repository } = await opened(1);
    repository.setup(0, { setup: { type: "BEARER", token: "${secret:FROM.FILE}" } });
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: repository.root, stdio: "pipe" });
    const file = repository.write("sub/secrets.env", `FROM.FILE=${SECRET}\n`);
    chmodSync(file, 0o600);
    const secrets = ["plan", "--secrets", file];
    const why = "it's inside the repository";
    await repository.ends(4, secrets, why);
    git("init", "--quiet");
    await repository.ends(4, secrets, why);
    repository.write(".gitignore", "*.env\n");
    await repository.ends(2, secrets, "Git ignores it", { env: { PATH: process.env["PATH"] } });
    git("add", "--force", file);
    await repository.ends(4, secrets, why, { env: { PATH: process.env["PATH"] } });
    const credentials = repository.write("credentials.env", {
      [hostOf(service)]: { accessToken: service.accessToken },
    });
    chmodSync(credentials, 0o600);
    await repository.ends(4, ["plan", "--credentials", credentials], why, { env: SIGNED_OUT });
  });
});

it.each([
  ["another Git of the repository", "bin", ""],
  ["a wrapper that npm installed", "node_modules/.bin", ""],
  ["a Git in the current folder", "", ""],
  ["a file system monitor", undefined, "[core]\n\tfsmonitor = MARK\n"],
  ["hooks", undefined, "[core]\n\thooksPath = hooks\n"],
  ["settings that are included", undefined, "[include]\n\tpath = ../more\n"],
])("asks Git about a file without running %s", async (_, folder, settings) => {
  const { repository } = await opened(1);
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: repository.root, stdio: "pipe" });
  const ran = join(repository.outside, "ran");
  const mark = `#!/bin/sh\ntouch '${ran}'\n`;
  git("init", "--quiet");
  repository.write(".gitignore", "*.env\n");
  git("add", ".gitignore");
  const named = ["bin/git", "node_modules/.bin/git", "git", "monitor", "hooks/post-index-change"];
  for (const name of named) chmodSync(repository.write(name, mark), 0o755);
  const config = join(repository.root, ".git/config");
  appendFileSync(config, settings.replace("MARK", join(repository.root, "monitor")));
  repository.write("more", `[core]\n\tfsmonitor = ${join(repository.root, "monitor")}\n`);
  const file = repository.write("secrets.env", `TOKEN=${SECRET}\n`);
  chmodSync(file, 0o600);
  const first = folder === undefined ? "" : `${folder === "" ? "." : join(repository.root, folder)}:`;
  const env = { PATH: `${first}${process.env["PATH"] ?? ""}` };
  await repository.ends(2, ["plan", "--secrets", file], "Git ignores it", { env });
  expect(existsSync(ran)).toBe(false);
});

// Which addresses there are is proved with the reading of one.
it.each([
  ...["", "--frobnicate", "plan --format xml", "pull --variant 8", "apply", "apply a b", "apply p --yes", "pull x"],
  ...["plan --tenant http://acme.example.com", "plan --tenant=", "plan --tenant Name="],
])("doesn't accept the arguments '%s'", async (line) => {
  const { repository } = await opened(1);
  const { code, stderr, stdout } = await repository.cli(line.split(" ").filter(Boolean));
  expect([code, stdout]).toEqual([64, ""]);
  expect(stderr).not.toBe("");
});
