import { describe, expect, it } from "vitest";
import { parse } from "jsonc-parser";
import { judgeSetup } from "../../../client/core/secrets/pushWarnings.js";
import { planPush } from "../../../client/core/push/planPush.js";
import { resolveReferences } from "../../../client/core/secrets/resolve.js";
import { sourcesOf, type Values } from "../storage.js";
import { recordFrom, inspect } from "../records.js";

const CANARY = "canary-5Kq1";
const RECORD = { name: "Billing hook", account_name: CANARY };
const VALUES: Values = { env: { KEY: CANARY, NAME: "Named by a variable" } };

/** The plan of a push. @param record what the service says of the connection */
async function plan(written: string | object, record: object = RECORD) {
  const file = inspect(written);
  const resolved = await resolveReferences(file, sourcesOf(VALUES));
  if (!resolved.ok) throw new Error(resolved.problems[0]?.text);
  const before = recordFrom(record);
  const planned = planPush(file, resolved, "ac_1", before);
  const { body, secrets, record: read, ...shown } = planned;
  expect(secrets.length > 0 || file.request.setup === undefined).toBe(true);
  expect(read).toEqual(before);
  expect(JSON.stringify(shown)).not.toContain(CANARY);
  return planned;
}

describe("the plan of a push", () => {
  it("sends only name and setup, with all references resolved", async () => {
    const { body, properties } = await plan({ name: "New", setup: { type: "BEARER", token: "x${env:KEY}" } });
    expect(body).toBe(`{"name":"New","setup":{"type":"BEARER","token":"x${CANARY}"}}`);
    expect(properties).toEqual(["name", "setup.type", "setup.token"]);
  });

  const END = Date.UTC(2027, 2, 1, 23, 59, 59) / 1000;
  const LATER = END + 86_400;
  const token = (claims: unknown, spaces?: number) =>
    [{ alg: "HS256" }, claims].map((part) => encoded(JSON.stringify(part, undefined, spaces))).join(".") + ".c2ln";
  it.each<[string, object, string | undefined]>([
    ["a token", { token: token({ exp: END }) }, "2027-03-01"],
    ["a token in a header", { type: "API_KEY", value: `Bearer ${token({ exp: END })}`, in: "header" }, "2027-03-01"],
    ["a token with lines in its claims", { token: token({ sub: "x", exp: END }, 2) }, "2027-03-01"],
    ["a fraction of a second", { token: token({ exp: END + 0.5 }) }, "2027-03-01"],
    ["a leap day", { token: token({ exp: Date.UTC(2028, 1, 29) / 1000 }) }, "2028-02-29"],
    ["a far year", { token: token({ exp: 253_402_300_799 }) }, "9999-12-31"],
    ["an end in the past", { token: token({ exp: 1_600_000_000 }) }, "2020-09-13"],
    ["the first of two", { api_key: token({ exp: LATER }), secret_key: token({ exp: END }) }, "2027-03-01"],
    ["the first of two, above", { api_key: token({ exp: END }), secret_key: token({ exp: LATER }) }, "2027-03-01"],
    [
      "a token that a flow refreshes",
      { type: "OAUTH_CODE", access: token({ exp: END }), refresh_token: "r" },
      undefined,
    ],
    [
      "the token that refreshes",
      { type: "OAUTH_CODE", access: "a", refresh_token: token({ exp: LATER }) },
      "2027-03-02",
    ],
    ["a code, which is used once", { type: "OAUTH_CODE", code: token({ exp: END }) }, undefined],
    ["milliseconds", { token: token({ exp: END * 1000 }) }, undefined],
    ["a lifetime", { token: token({ exp: 3600 }) }, undefined],
    ["0, which is no end", { token: token({ exp: 0 }) }, undefined],
    ["a number as a string", { token: token({ exp: `${END}.1234` }) }, "2027-03-01"],
    ["a date as a string", { token: token({ exp: "2027-03-01T10:00:00Z" }) }, undefined],
    ["an empty string", { token: token({ exp: "" }) }, undefined],
    ["a number beyond any year", { token: token({ exp: 1.7e26 }) }, undefined],
    ["a client secret that's a token", { type: "OAUTH_APP", client_secret: token({ exp: END }) }, "2027-03-01"],
    ["an end inside of another claim", { token: token({ act: { exp: END } }) }, undefined],
    ["a nested token", { token: token(token({ exp: END })) }, undefined],
    ["null as claims", { token: token(null) }, undefined],
    ["an encrypted token", { token: `${token({ exp: END })}.iv.tag` }, undefined],
    ["no token", { token: "xoxb-1" }, undefined],
  ])("knows when what it sends ends: %s", async (_, setup, expires) => {
    expect(await plan({ setup: { type: "BEARER", ...setup } })).toMatchObject({ expires });
  });

  it("sends numbers digit by digit, and treats them as secrets", async () => {
    const setup =
      '{"type":"OAUTH_CODE","account":12345678901234567890,"list":[1,1e400],"deep":{"b":0.1000000000000000055}}';
    const { body, secrets, views } = await plan(`{ "setup": ${setup} }`);
    expect(body).toBe(`{"setup":${setup}}`);
    expect(secrets).toEqual(expect.arrayContaining(["12345678901234567890"]));
    expect(views.after).not.toMatch(/12345/);
  });

  it("shows the record before and after, and what can't be read as kept", async () => {
    const written = { name: "New", setup: { type: "BASIC_AUTH", username: "u", password: "${env:KEY}" } };
    const { views } = await plan(written);
    expect(parse(views.before)).toEqual({ id: "ac_1", app_id: "SLACK", name: "Billing hook" });
    expect(parse(views.after)).toEqual({ id: "ac_1", app_id: "SLACK", ...written });
    const [before, after] = [views.before.split("\n"), views.after.split("\n")];
    expect(before.filter((line) => !after.includes(line))).toEqual(['  "name": "Billing hook"']);
    expect(before[0]).toBe("// The service never shows the current setup.");
  });

  it("escapes characters that hide or reorder text", async () => {
    const { views } = await plan({ name: "a\u202egnp.exe" }, { ...RECORD, name: "x\u202ey\nz" });
    expect(views.after).toContain("a\\u202egnp.exe");
    expect(views.before + views.after).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(views.after)).toMatchObject({ name: "a\u202egnp.exe" });
  });

  it("describes what changes, and where values come from", async () => {
    const setup = { type: "BASIC_AUTH", username: "${env:KEY}${env:KEY}" };
    const { changes, warnings } = await plan({ name: "New", setup });
    expect(changes).toEqual(["name: “New”", "setup, user name and password: type, username (from env KEY)"]);
    expect(warnings.map(({ text }) => text)).toEqual([
      "left out: password (the interface doesn't specify whether the service keeps or removes it)",
    ]);
  });

  it("warns of a setup with nothing but its algorithm", () => {
    const [warning] = judgeSetup(inspect({ setup: { type: "JWT", algorithm: "HS256" } }));
    expect(warning?.text).toMatch(/^The setup has no key: it has only algorithm\. /);
  });

  it.each([
    [{ type: "JWT", algorithm: "HS256", secret: "" }, ["The value of secret is empty."]],
    [
      { type: "JWT", algorithm: "HS256", keys: ["TODO", "a "] },
      [
        "The value of keys.0 is a placeholder; replace it with the real value.",
        "The value of keys.1 begins or ends with whitespace, which is also sent; remove it.",
      ],
    ],
    [{ type: "JWT", algorithm: "HS256", secret: "s" }, []],
  ])("warns of what a setup doesn't hold: %j", async (setup, expected) => {
    expect((await plan({ setup })).warnings.map(({ text }) => text)).toEqual(expected);
  });

  it("warns of a name that changes nothing", async () => {
    expect((await plan({ name: "New" })).warnings).toEqual([]);
    const { warnings } = await plan({ name: "Billing hook" });
    expect(warnings.map(({ text }) => text)).toEqual(["The connection already has this name."]);
  });

  it("doesn't store a name that comes from a reference", async () => {
    expect((await plan({ name: "New" })).sentName).toBe("New");
    expect((await plan({ name: "${env:NAME}" })).sentName).toBeUndefined();
  });
});

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}
