import { describe, expect, it } from "vitest";
import { resolveReferences, type Resolution } from "../../../client/core/secrets/resolve.js";
import type { UpdateRequest } from "../../../server/protocol/messages.js";
import { sourcesOf, type Values } from "../storage.js";

const BEARER = 7;
const BASIC_AUTH = 8;
const NAME_VALUE_IN = 9;
const KEY_PAIR = 15;
const OAUTH_APP = 3;
const JWT = 11;

function bearer(token: string, values: Values): Promise<Resolution> {
  return resolveReferences({ variant: BEARER, request: { setup: { type: "BEARER", token } } }, sourcesOf(values));
}

async function tokenOf(token: string, values: Values): Promise<unknown> {
  const resolved = await bearer(token, values);
  return resolved.ok ? (resolved.request.setup as { token: unknown }).token : resolved.problems.map(({ text }) => text);
}

const PEM = "-----BEGIN X-----\nAA\n-----END X-----\n";
const OUTSIDE: Values = { file: { "../a": { ok: false, fault: "outside" } } };

it("reads no values and runs no providers in an untrusted workspace", async () => {
  const asked: string[] = [];
  const provider = (name: string) => {
    asked.push(name);
    return Promise.resolve({ ok: true as const, value: "v" });
  };
  for (const trusted of [false, true]) {
    const sources = { ...sourcesOf(), trusted, provider };
    const resolved = await resolveReferences(
      { variant: BEARER, request: { setup: { type: "BEARER", token: "${op:a}" } } },
      sources,
    );
    expect([resolved.ok, asked]).toEqual(trusted ? [true, ["op:a"]] : [false, []]);
    if (!trusted) expect(resolved).toMatchObject({ problems: [{ next: "manageTrust" }] });
  }
});

describe("resolving references", () => {
  it.each<[string, string, Values, string]>([
    ["no reference", "plain", {}, "plain"],
    ["a variable", "${env:KEY}", { env: { KEY: "v" } }, "v"],
    ["a secret", "${secret:a.b-c}", { secret: { "a.b-c": "v" } }, "v"],
    ["a file", "${file:keys/a b.pem}", { file: { "keys/a b.pem": "v" } }, "v"],
    ["several in one text", "${env:A}-${secret:B}/${env:A}", { env: { A: "1" }, secret: { B: "2" } }, "1-2/1"],
    ["an escape", "$${env:A}", { env: { A: "1" } }, "${env:A}"],
    ["an escape beside a reference", "$${x}${env:A}$$", { env: { A: "1" } }, "${x}1$$"],
    ["a value that looks like a reference", "${env:A}", { env: { A: "${secret:B}" } }, "${secret:B}"],
    ["a value with replacement patterns", "x${env:A}y", { env: { A: "$& $1 $$" } }, "x$& $1 $$y"],
    ["a name every object has", "${env:constructor}", { env: { constructor: "v" } }, "v"],
    ["the line break at the end of a file", "${file:token}", { file: { token: "abc\r\n" } }, "abc"],
    ["PEM text as it is", "${file:key}", { file: { key: PEM } }, PEM],
  ])("%s: %s", async (_, token, values, expected) => {
    expect(await tokenOf(token, values)).toBe(expected);
  });

  const NOT_SET = "isn't set where VS Code was started.";
  const INCOMPLETE =
    "A reference in setup.token is incomplete. Write it as ${env:NAME}, ${secret:NAME}, or ${file:path}.";
  it.each<[string, string, Values, string]>([
    ["a variable that is not set", "${env:KEY}", {}, `The environment variable KEY ${NOT_SET}`],
    ["a name every object has", "${env:constructor}", {}, `The environment variable constructor ${NOT_SET}`],
    ["an empty one", "${env:A}", { env: { A: "" } }, "The environment variable A is empty where VS Code was started."],
    ["a secret that is not stored", "${secret:A}", {}, "No secret named A is stored."],
    ["a file that is not there", "${file:a.pem}", {}, "The file a.pem wasn't found."],
    ["a file outside", "${file:../a}", OUTSIDE, "The file ../a wasn't read because it's outside the workspace folder."],
    ["a malformed reference", "${env:}", {}, INCOMPLETE],
  ])("stops at %s", async (_, token, values, sentence) => {
    expect(await tokenOf(token, values)).toEqual([sentence]);
  });

  it("reports kind, name, property, and next step of each problem", async () => {
    const setup = { type: "BASIC_AUTH", username: "${env:USER_NAME}", password: "${secret:PASS}" };
    const resolved = await resolveReferences(
      { variant: BASIC_AUTH, request: { name: "${file:name.txt}", setup } },
      {
        ...sourcesOf(),
        envFile: "local.env",
      },
    );
    expect(resolved).toMatchObject({
      ok: false,
      problems: [
        { reference: { kind: "file", name: "name.txt" }, property: ["name"], fault: "not-found", next: "showInFile" },
        {
          reference: { kind: "env", name: "USER_NAME" },
          property: ["setup", "username"],
          text: "The environment variable USER_NAME isn't set where VS Code was started, or in local.env.",
          next: "storeSecret",
        },
        { reference: { kind: "secret", name: "PASS" }, property: ["setup", "password"], next: "storeSecret" },
      ],
    });
  });

  it("reads each reference once, and returns the values", async () => {
    const sources = sourcesOf({ env: { A: "one" }, secret: { A: "two" }, file: { B: "three\n" } });
    const setup = { type: "KEY_PAIR", private_key: "${env:A}${env:A}${secret:A}", public_key: "${env:A}${file:B}" };
    const resolved = await resolveReferences({ variant: KEY_PAIR, request: { setup } }, sources);
    expect(sources.asked).toEqual(["env:A", "secret:A", "file:B"]);
    expect(resolved).toMatchObject({ secrets: ["one", "two", "three"] });
  });

  it("reports a failure of the secret storage without its message", async () => {
    const sources = { ...sourcesOf(), secret: () => Promise.reject(new Error("keyring holds hunter2")) };
    const resolved = await resolveReferences(
      { variant: BEARER, request: { setup: { type: "BEARER", token: "${secret:A}" } } },
      sources,
    );
    expect(resolved).toMatchObject({
      ok: false,
      problems: [{ text: "The secret A couldn't be read from VS Code's secret storage." }],
    });
    expect(JSON.stringify(resolved)).not.toContain("hunter2");
  });

  it("takes the type and fixed fields literally", async () => {
    const sources = sourcesOf({ env: { A: "x" } });
    const setup = { type: "API_KEY", name: "${env:A}", value: "v", in: "HEADER" };
    const taken = await resolveReferences({ variant: NAME_VALUE_IN, request: { setup } }, sources);
    expect(taken).toMatchObject({ ok: true, request: { setup: { ...setup, name: "x" } } });
    const refused = await resolveReferences(
      { variant: NAME_VALUE_IN, request: { setup: { ...setup, in: "${env:A}" } } },
      sources,
    );
    expect(refused).toMatchObject({ ok: false, problems: [{ reference: undefined, property: ["setup", "in"] }] });
  });

  it("resolves references in additional properties of an open variant", async () => {
    const request = JSON.parse(
      '{"setup":{"type":"JWT","algorithm":"HS256","__proto__":{"constructor":["${env:A}",1,null,{"k":"${env:B}"}]}}}',
    ) as UpdateRequest;
    const resolved = await resolveReferences({ variant: JWT, request }, sourcesOf({ env: { A: "1", B: "2" } }));
    expect(resolved.ok && JSON.stringify(resolved.request)).toBe(
      '{"setup":{"type":"JWT","algorithm":"HS256","__proto__":{"constructor":["1",1,null,{"k":"2"}]}}}',
    );
  });

  it("warns of whitespace around a value, except PEM's final line break", async () => {
    const values = { env: { A: " a", B: "b" }, file: { C: PEM } };
    const resolved = await bearer("${env:A}${env:B}${file:C}", values);
    expect(resolved.ok && resolved.warnings.map((warning) => warning.text)).toEqual([
      "The value of token (from env A) begins or ends with whitespace, which is also sent; remove it.",
    ]);
  });
});

describe("checking the values against the variant", () => {
  const OAUTH = { type: "OAUTH_APP", client_id: "i", client_secret: "s", domain: "${env:V}" };
  const URL_OF = { ...OAUTH, domain: "a.example", audience: "http${env:V}" };
  const BASIC = { type: "BASIC_AUTH", username: "${env:V}" };
  const LONG = "x".repeat(156);

  it.each([
    [BASIC_AUTH, BASIC, LONG, "username is too long; use at most 155 characters."],
    [OAUTH_APP, OAUTH, "https://a.io", "domain must be a host name, such as login.example.com."],
    [OAUTH_APP, URL_OF, "://x", "audience must be a complete URL that begins with https://."],
  ])("of %i, %j with %s: %s", async (variant, setup, value, words) => {
    const text = `The value of ${words} It comes from env V.`;
    const resolved = await resolveReferences(
      { variant: variant, request: { setup } },
      sourcesOf({ env: { V: value } }),
    );
    expect(resolved).toMatchObject({
      ok: false,
      problems: [{ reference: { kind: "env", name: "V" }, text, next: "showInFile" }],
    });
    expect(JSON.stringify(resolved)).not.toContain(value);
  });

  it("refuses a setup without a chosen variant", async () => {
    expect(await resolveReferences({ request: { setup: { type: "BEARER", token: "t" } } }, sourcesOf())).toMatchObject({
      ok: false,
    });
  });
});
