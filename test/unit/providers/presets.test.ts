import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { presets } from "../../../client/core/secrets/providers/presets.js";
import { readValue } from "../../../client/core/secrets/providers/readValue.js";
import { storeCommand, storeValue } from "../../../client/core/secrets/providers/storeValue.js";
import { refuse } from "../../../client/core/secrets/providers/faults.js";
import { createPrograms, providerNamed, resultOf } from "./fakePrograms.js";

const programs = await createPrograms();
afterAll(() => programs.remove());

/** The program's standard error and exit code, as its documentation and reports have them, and what they mean. */
const ERRORS: readonly (readonly [program: string, target: string, errors: string, code: number, means: string])[] = [
  ["op", "a/b/c", "[ERROR] 2026/01/01 00:00:00 You are not currently signed in. Please run", 1, "signed-out"],
  ["op", "a/b/c", "[ERROR] 2026/01/01 00:00:00 authorization prompt dismissed, please try again", 1, "signed-out"],
  ["op", "a/b/c", 'could not read secret op://a/b/c: "b" isn\'t an item in the "a" vault', 1, "missing"],
  ["vault", "kv/data/x#k", "No value found at kv/data/x", 2, "missing"],
  ["vault", "kv/data/x#k", "Error reading kv/data/x: Code: 403. Errors:\n\n* permission denied", 2, "denied"],
  ["vault", "kv/data/x#k", "Code: 400. Errors:\n\n* missing client token", 2, "signed-out"],
  ["bao", "kv/data/x#k", "Code: 403. Errors:\n\n* invalid token", 2, "signed-out"],
  ["aws", "x", "Unable to locate credentials. You can configure credentials by running", 253, "signed-out"],
  ["aws", "x", "An error occurred (ResourceNotFoundException) when calling the operation", 254, "missing"],
  ["aws", "x", "An error occurred (AccessDeniedException) when calling the operation", 254, "denied"],
  ["az", "v#s", "Please run 'az login' to setup account.", 1, "signed-out"],
  ["az", "v#s", "(SecretNotFound) A secret with (name/id) s was not found in this key vault.", 3, "missing"],
  ["az", "v#s", "(Forbidden) The user does not have secrets get permission", 1, "denied"],
  ["gcloud", "s", "ERROR: (gcloud) You do not currently have an active account selected.", 1, "signed-out"],
  ["gcloud", "s", "ERROR: NOT_FOUND: Secret [projects/1/secrets/s] not found or has no versions.", 1, "missing"],
  ["gcloud", "s", "ERROR: PERMISSION_DENIED: Permission 'secretmanager.versions.access' denied", 1, "denied"],
  ["bw", "s#password", "You are not logged in.", 1, "signed-out"],
  ["bw", "s#password", "Vault is locked.", 1, "signed-out"],
  ["bw", "s#password", "Not found.", 1, "missing"],
  ["secret-tool", "s", "", 1, "missing"],
  ["op", "a/b/c", "error initializing client: authorization denied", 1, "signed-out"],
  ["op", "a/b/c", "error: connecting to desktop app: 1Password CLI couldn't connect", 1, "signed-out"],
  ["bws", "id#value", "Error: Access token is not in a valid format: Doesn't contain a key", 1, "signed-out"],
  ["bw", "s#password", "More than one result was found.", 1, "failed"],
  ["doppler", "S", "Doppler Error: you must specify a project", 1, "failed"],
  ["pass", "a", "gpg: keydb_search failed: Permission denied", 2, "failed"],
  ["pass", "nope/timeout-key", "Error: nope/timeout-key is not in the password store.", 1, "missing"],
  ["pass", "a", "gpg: decryption failed: No secret key", 2, "signed-out"],
  ["gopass", "a", "gpg: public key decryption failed: Operation cancelled", 11, "signed-out"],
  ["security", "s", "security: SecKeychainSearchCopyNext: User canceled the operation.", 128, "signed-out"],
  ["op", "not signed in/forbidden/x", 'could not find item "forbidden" in "not signed in"', 1, "missing"],
  ["aws", "AccessDenied/Expiredtoken", "(ResourceNotFoundException) accessdenied/expiredtoken", 254, "missing"],
  ["az", "v#s", "Failed to resolve 'v.vault.azure.net' ([Errno -2] Name or service not known)", 1, "unreachable"],
  ["vault", "kv/data/x#k", "Get https://v:8200: dial tcp: lookup v: no such host", 2, "unreachable"],
  ["aws", "x", "(ThrottlingException) (reached max retries: 2): Rate exceeded", 254, "limited"],
  ["az", "v#s", "(Throttled) Max retries exceeded with url: too many 429 error responses", 1, "limited"],
  ["vault", "kv/data/x#k", "Code: 429. Errors: * request path: rate limit quota exceeded", 2, "limited"],
  ["gcloud", "s", "RESOURCE_EXHAUSTED: Quota exceeded for quota metric 'Access requests'", 1, "limited"],
  ["op", "a/b/c", "[ERROR] (429) Too Many Requests: you've reached the maximum", 1, "limited"],
  ["bws", "id#value", "Error: [429 Too Many Requests] Slow down", 1, "limited"],
  ["aws", "throttling/x", "(ResourceNotFoundException) throttling/x", 254, "missing"],
  ["gcloud", "s", "There was a problem refreshing your current auth tokens: Max retries exceeded", 1, "unreachable"],
  ["aws", "x", 'Could not connect to the endpoint URL: "https://secretsmanager.eu/"', 255, "unreachable"],
  ["bw", "s#password", "FetchError: getaddrinfo ENOTFOUND vault.bitwarden.com", 1, "unreachable"],
  ["bws", "id#value", "Error: error sending request for url (https://api.bitwarden.com)", 1, "unreachable"],
  ["secret-tool", "s", "secret-tool: Could not connect: Connection refused", 1, "signed-out"],
  ["az", "v#forbidden", "(SecretNotFound) forbidden was not found in this key vault.", 3, "missing"],
  ["vault", "kv/permission denied#k", "No value found at kv/permission denied", 2, "missing"],
  ["vault", "kv/permission denied#k", "Error reading kv/permission denied: * permission denied", 2, "failed"],
];

const OUTPUTS: readonly (readonly [program: string, target: string, output: string, value: string])[] = [
  ["op", "a/b/c", "v", "v"],
  ["vault", "kv/data/x#api_key", '{"api_key":"v"}', "v"],
  ["vault", "kv/data/x#data.api_key", '{"data":{"api_key":"v"},"metadata":{}}', "v"],
  ["vault", "kv/data/x#none", '{"api_key":"v"}', "<no-field>"],
  ["vault", "kv/data/x#toString", '{"api_key":"v"}', "<no-field>"],
  ["aws", "x#api_key", '{"api_key":"v","port":8080}\n', "v"],
  ["aws", "x#port", '{"api_key":"v","port":8080}\n', "8080"],
  ["aws", "x", "plain\n", "plain"],
  ["aws", "x", "None\n", "<missing>"],
  ["aws", "x#a", "not json\n", "<no-field>"],
  ["aws", "x#n", '{"n":12345678901234567890}', "12345678901234567890"],
  ["aws", "x#n.1", '{"n":[0,1.10]}', "1.10"],
  ["aws", "x#n", '{"n":1e5}', "1e5"],
  ["aws", "x#n", '\ufeff{"n" : -0 }', "-0"],
  ["aws", "x#a.b", '{"a":{"b":true},"a ":1}', "true"],
  ["aws", "x#a.b", '{"a":{"b":"y"},"a.b":"z"}', "z"],
  ["aws", "x#length", '["a"]', "<no-field>"],
  ["aws", "x#a.length", '{"a":"bc"}', "<no-field>"],
  ["aws", "x#a", '{"a":"1","a":"2"}', "<no-field>"],
  ["aws", "x#a", '{"a":null}', "<no-field>"],
  ["aws", "x#a", "{'a':1}", "<no-field>"],
  ["aws", "x#a", "[".repeat(30_000) + "]".repeat(30_000), "<no-field>"],
  ["pass", "a/b", "first\nuser: x\n", "first"],
  ["pass", "a/b", "first\r\nx", "first"],
  ["pass", "a/b", "\nuser: x\n", "<empty>"],
  ["pass", "a/b", "-----BEGIN KEY-----\nx\n-----END KEY-----\n", "<lines>"],
  ...[
    " -----BEGIN KEY-----\nx",
    "---- BEGIN SSH2 KEY\nx",
    '{"type": "x",\n"key": "y"}',
    "---\nkey: x",
    "user: x\nkey: y",
  ].map((entry) => ["pass", "a/b", entry, "<lines>"] as const),
  ["pass", "a/b", `${"a1B+".repeat(16)}\nQQ==`, "<lines>"],
  ["gopass", "a", "✔ Copied a to clipboard.\nvalue", "<lines>"],
  ["pass", "a/b", "a/b\n├── c\n", "<folder>"],
  ["pass", "a/b/", "a/b\n", "<folder>"],
  ["gopass", "a", "a/\n└── c\n", "<folder>"],
  ["gopass", "a", "gopass\n|-- c\n", "<folder>"],
  ["az", "v#s", "v\n", "v"],
  ["infisical", "S", "*not found*\n", "<missing>"],
  ["aws", "x#a", '{"a":" "}', "<empty>"],
  ["gcloud", "s", "v", "v"],
  ["bw", "s#password", "v", "v"],
  ["bws", "id#value", '{"key":"k","value":"v"}', "v"],
];

const nameOf = (program: string) => presets.find(({ command }) => command[0] === program)?.name ?? "";

describe.skipIf(process.platform === "win32")("the presets of providers", () => {
  it.each(ERRORS)("%s %s: %s", async (program, target, errors, code, means) => {
    await programs.add(program, `process.stderr.write(${JSON.stringify(errors)}); process.exitCode = ${code};`);
    const name = nameOf(program);
    const reading = await readValue(providerNamed(name), `${name}:${target}`, programs.context);
    expect(resultOf(reading)).toBe(`<${means}>`);
    expect(reading.ok ? "" : reading.fault.text).toContain(`\${${name}:${target}}`);
  });

  it.each(OUTPUTS)("%s %s gives %s", async (program, target, output, value) => {
    await programs.add(program, `process.stdout.write(${JSON.stringify(output)})`);
    const name = nameOf(program);
    expect(resultOf(await readValue(providerNamed(name), `${name}:${target}`, programs.context))).toBe(value);
  });
});

it.each([
  ["op", "Run op signin in a terminal."],
  ["bw", "Set the environment variable BW_SESSION."],
])("explain how to sign in to %s", (program, step) => {
  const reading = refuse("signed-out", `${program}:x`, { provider: providerNamed(program) });
  expect(reading.ok ? "" : reading.fault.text).toContain(step);
});

describe.skipIf(process.platform === "win32")("storing a value", () => {
  it.each<[string, string, readonly string[] | undefined]>([
    ["op", "op:Automation/Salesforce/credential", ["op", "item", "create", "--vault=Automation", "-"]],
    ["op", "op:Automation/Salesforce", undefined],
    ["vault", "vault:kv/data/a/b#key", ["vault", "kv", "put", "-cas=0", "-mount=kv", "a/b", "key=-"]],
    ["vault", "vault:kv/data/a/b", undefined],
    ["vault", "vault:kv/data/a#k=v", undefined],
    ["pass", "pass:a/b", ["pass", "insert", "--multiline", "a/b"]],
    ["pass", "pass:-f", undefined],
    ["aws", "aws:x", undefined],
  ])("with %s at %s", (program, name, command) => {
    expect(storeCommand(providerNamed(program), name)).toEqual(command);
  });

  it("passes the value only through standard input", async () => {
    const canary = "canary-stored-value-81c2";
    await programs.add(
      "op",
      `const fs = require('fs'); const kept = __dirname + '/kept';
       if (process.argv[2] === 'read') {
         if (!fs.existsSync(kept)) { console.error('"x" isn\\'t an item in the "y" vault'); process.exit(1); }
         process.stdout.write(JSON.parse(fs.readFileSync(kept, 'utf8')).fields[0].value);
       } else {
         const seen = fs.existsSync('/proc/self/cmdline')
           ? fs.readdirSync('/proc').filter((pid) => /^\\d+$/.test(pid)).map((pid) => {
               try { return fs.readFileSync('/proc/' + pid + '/cmdline', 'utf8') + fs.readFileSync('/proc/' + pid + '/environ', 'utf8'); } catch { return ''; }
             }).join(' ') : '';
         fs.writeFileSync(__dirname + '/seen', seen);
         fs.writeFileSync(kept, fs.readFileSync(0, 'utf8'));
       }`,
    );
    const stored = await storeValue(
      providerNamed("op"),
      "op:Automation/Salesforce/credential",
      canary,
      programs.context,
    );
    expect(stored).toEqual({ ok: true, value: canary });
    // A failure that showed the text would show the variables of all processes.
    const seen = await readFile(path.join(programs.bin, "seen"), "utf8");
    expect(seen.includes(canary)).toBe(false);
  });
});
