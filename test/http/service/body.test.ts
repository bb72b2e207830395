import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { message, service, update } from "./support.js";

const { id } = connectionAt(0);
const FORM = { "Content-Type": "application/x-www-form-urlencoded" };
const TYPED = { "Content-Type": "application/json" };
const URL_OF_500 = `https://${"a".repeat(60)}.example/${"p".repeat(500 - 77)}`;

describe("name", () => {
  it.each([
    ["one character", "a", 200],
    ["none", "", 400],
    ["150 characters", "n".repeat(150), 200],
    ["151 characters", "n".repeat(151), 400],
    ["150 code points beyond the basic plane", "😀".repeat(150), 200],
    ["151 code points beyond the basic plane", "😀".repeat(151), 400],
    ["a number", 5, 400],
    ["null", null, 400],
    ["a list", ["a"], 400],
  ])("%s", async (_, name, status) => {
    const response = await update(await service(), id, { name });
    expect(response.status).toBe(status);
    if (status === 400) expect(message(response)).toContain("The property name");
  });
});

/** Per row of "Setup variants": setups the service must take. */
const VALID: readonly (readonly [number, object])[] = [
  [1, { type: "API_KEY", api_key: "k", base_url: "https://api.example.com" }],
  [2, { type: "API_KEY", api_key: "k" }],
  [3, { type: "OAUTH_APP", client_id: "c", client_secret: "s", domain: "login.example.com" }],
  [
    3,
    {
      type: "OAUTH_APP",
      client_id: "c",
      client_secret: "s",
      domain: "login.example.com",
      audience: "https://api.example.com/",
    },
  ],
  [4, { type: "OAUTH_JWT", project_id: "p", private_key: "k", client_email: "a@example.com" }],
  [4, { type: "OAUTH_JWT" }],
  [4, { project_id: "p" }],
  [4, {}],
  [5, { type: "API_KEY", secret_key: "k" }],
  [6, { type: "OAUTH_CODE" }],
  [6, { type: "OAUTH_CODE", code: "c", redirect_uri: "x", nested: { more: [1] } }],
  [7, { type: "BEARER", token: "t" }],
  [8, { type: "BASIC_AUTH", username: "u".repeat(155) }],
  [8, { type: "BASIC_AUTH", username: "u", password: "p".repeat(155) }],
  [9, { type: "API_KEY", name: "n".repeat(55), value: "v".repeat(255), in: "HEADER" }],
  [9, { type: "API_KEY", name: "n", value: "v", in: "QUERY" }],
  [
    10,
    {
      type: "OAUTH_CLIENT_CREDENTIALS",
      client_id: "c".repeat(255),
      client_secret: "s".repeat(255),
      token_endpoint: URL_OF_500,
    },
  ],
  [
    10,
    {
      type: "OAUTH_CLIENT_CREDENTIALS",
      client_id: "c",
      client_secret: "s",
      token_endpoint: "https://a.example/t",
      audience: "a".repeat(255),
      resource: "r".repeat(255),
      scope: "s".repeat(1024),
    },
  ],
  ...["HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512"].map(
    (algorithm) => [11, { type: "JWT", algorithm, key: "k" }] as const,
  ),
  [12, { type: "API_KEY", api_key: "k", secret_key: "s" }],
  [13, { type: "TOKEN", token: "t" }],
  [14, { type: "WEBHOOK", url: "https://hooks.example.com/a?b=c" }],
  [15, { type: "KEY_PAIR", private_key: "a", public_key: "b" }],
  [16, { type: "API_KEY", account_id: "a", api_key: "k" }],
];

/** Setups the service must refuse, and the property its message names. */
const INVALID: readonly (readonly [string, unknown, string])[] = [
  ["a text", "x", "setup"],
  ["null", null, "setup"],
  ["a list", [], "setup"],
  ["no variant's type", { type: "PASSWORD" }, "setup.type"],
  ["the type in lower case", { type: "bearer", token: "t" }, "setup.type"],
  ["a type that is no text", { type: 2 }, "setup.type"],
  ["a type missing where it is required", { token: "t" }, "setup.token"],
  ["an API_KEY without a field", { type: "API_KEY" }, "setup."],
  ["fields of two API_KEY variants", { type: "API_KEY", api_key: "k", name: "n" }, "setup."],
  ["base_url without https", { type: "API_KEY", api_key: "k", base_url: "http://a.example" }, "setup.base_url"],
  ["an unknown field in a closed variant", { type: "BEARER", token: "t", extra: 1 }, "setup.extra"],
  ["a missing field", { type: "OAUTH_APP", client_id: "c", client_secret: "s" }, "setup.domain"],
  [
    "a domain that is a URL",
    { type: "OAUTH_APP", client_id: "c", client_secret: "s", domain: "https://a.example" },
    "setup.domain",
  ],
  [
    "an audience that is empty",
    { type: "OAUTH_APP", client_id: "c", client_secret: "s", domain: "a.example", audience: "" },
    "setup.audience",
  ],
  ["an e-mail address without a host", { type: "OAUTH_JWT", client_email: "me" }, "setup.client_email"],
  ["a field that is no text", { type: "TOKEN", token: 5 }, "setup.token"],
  ["a code that is no text", { type: "OAUTH_CODE", code: 5 }, "setup.code"],
  ["an empty username", { type: "BASIC_AUTH", username: "" }, "setup.username"],
  ["a username of 156", { type: "BASIC_AUTH", username: "u".repeat(156) }, "setup.username"],
  ["an empty password", { type: "BASIC_AUTH", username: "u", password: "" }, "setup.password"],
  ["a password of 156", { type: "BASIC_AUTH", username: "u", password: "p".repeat(156) }, "setup.password"],
  ["a name of 56", { type: "API_KEY", name: "n".repeat(56), value: "v", in: "QUERY" }, "setup.name"],
  ["a value of 256", { type: "API_KEY", name: "n", value: "v".repeat(256), in: "QUERY" }, "setup.value"],
  ["a place that is not allowed", { type: "API_KEY", name: "n", value: "v", in: "COOKIE" }, "setup.in"],
  [
    "a client id of 256",
    {
      type: "OAUTH_CLIENT_CREDENTIALS",
      client_id: "c".repeat(256),
      client_secret: "s",
      token_endpoint: "https://a.example",
    },
    "setup.client_id",
  ],
  [
    "a token endpoint of 501",
    { type: "OAUTH_CLIENT_CREDENTIALS", client_id: "c", client_secret: "s", token_endpoint: `${URL_OF_500}p` },
    "setup.token_endpoint",
  ],
  [
    "a scope of 1025",
    {
      type: "OAUTH_CLIENT_CREDENTIALS",
      client_id: "c",
      client_secret: "s",
      token_endpoint: "https://a.example",
      scope: "s".repeat(1025),
    },
    "setup.scope",
  ],
  ["an algorithm that is not allowed", { type: "JWT", algorithm: "none" }, "setup.algorithm"],
  ["no algorithm", { type: "JWT", key: "k" }, "setup.algorithm"],
  ["a webhook without host", { type: "WEBHOOK", url: "https:///x" }, "setup.url"],
];

describe("setup", () => {
  it.each(VALID)("takes variant %i as %j", async (_, setup) => {
    const running = await service();
    expect((await update(running, id, { setup })).status).toBe(200);
    expect(running.connections.setupOf(id)).toEqual(setup);
  });

  it.each(INVALID)("refuses %s: %j", async (_, setup, property) => {
    const running = await service();
    const response = await update(running, id, { setup });
    expect(response.status).toBe(400);
    expect(message(response)).toContain(property);
    expect(running.connections.setupOf(id)).toBeUndefined();
    expect(running.requests.all()).toMatchObject([{ applied: false, status: 400 }]);
  });

  it("is quoted in the message only by choice", async () => {
    const setup = { type: "BASIC_AUTH", username: "u", password: `canary${"p".repeat(150)}` };
    expect((await update(await service(), id, { setup })).text).not.toContain("canary");
    expect((await update(await service({ choices: { errorsQuoteValues: true } }), id, { setup })).text).toContain(
      "canary",
    );
  });
});

describe("the body", () => {
  it.each([
    ["an unknown property", '{"name":"x","ready":true}', "ready"],
    ["a property named __proto__", '{"name":"x","__proto__":{"name":"y"}}', "__proto__"],
    ["a property named constructor", '{"constructor":1}', "constructor"],
    ["__proto__ inside a setup", '{"setup":{"type":"BEARER","__proto__":{"token":"t"}}}', "setup."],
    ["a list", "[]", "The request body"],
    ["a text", '"x"', "The request body"],
    ["null", "null", "The request body"],
    ["JSON cut short", '{"name":"x"', "not valid JSON"],
    ["a comment", '{"name":"x"} // why', "not valid JSON"],
    ["a byte order mark", '\uFEFF{"name":"x"}', "not valid JSON"],
  ])("refuses %s", async (_, body, expected) => {
    const response = await update(await service(), id, body, { headers: TYPED });
    expect(response.status).toBe(400);
    expect(message(response)).toContain(expected);
  });

  it.each([
    ["application/json; charset=utf-8", 200],
    ['Application/JSON; charset="UTF-8"', 200],
    ["application/json; charset=iso-8859-1", 400],
    ["text/plain", 400],
    ["text/json", 400],
    ["application/merge-patch+json", 400],
    ["multipart/form-data; boundary=x", 400],
  ])("of type %s gives %i", async (type, status) => {
    expect((await update(await service(), id, '{"name":"x"}', { headers: { "Content-Type": type } })).status).toBe(
      status,
    );
  });

  it("without a type is refused", async () => {
    expect((await update(await service(), id, new TextEncoder().encode('{"name":"x"}'))).status).toBe(400);
  });

  it("that is not UTF-8 is refused", async () => {
    expect(
      (await update(await service(), id, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), { headers: TYPED })).status,
    ).toBe(400);
  });

  it("that is compressed is refused", async () => {
    expect(
      (await update(await service(), id, '{"name":"x"}', { headers: { ...TYPED, "Content-Encoding": "gzip" } })).status,
    ).toBe(400);
  });

  it("that is too large is refused with 413 and not kept", async () => {
    const running = await service({ bodyLimit: 1000 });
    const response = await update(running, id, { name: "x".repeat(1000) });
    expect(response.status).toBe(413);
    expect(running.requests.all()[0]?.body).toHaveLength(0);
    expect((await update(running, id, { name: "x" })).status).toBe(200);
  });
});

describe("a form-encoded body", () => {
  it.each([
    ["name=New+name", { name: "New name" }, undefined],
    ["name=%F0%9F%98%80", { name: "😀" }, undefined],
    ["setup%5Btype%5D=BEARER&setup%5Btoken%5D=a%2Bb", {}, { type: "BEARER", token: "a+b" }],
    ["setup[type]=BEARER&setup[token]=t&name=x", { name: "x" }, { type: "BEARER", token: "t" }],
    ["setup=%7B%22type%22%3A%22TOKEN%22%2C%22token%22%3A%22t%22%7D", {}, { type: "TOKEN", token: "t" }],
  ])("%s is taken", async (body, changes, setup) => {
    const running = await service();
    const response = await update(running, id, body, { headers: FORM });
    expect(response.status).toBe(200);
    expect(response.json).toMatchObject(changes);
    expect(running.connections.setupOf(id)).toEqual(setup);
  });

  it.each([
    ["an unknown field", "name=x&ready=true"],
    ["a name given twice", "name=x&name=y"],
    ["a nested field given twice", "setup[type]=TOKEN&setup[token]=a&setup[token]=b"],
    ["a setup given in two ways", "setup=%7B%7D&setup[type]=TOKEN"],
    ["a setup that is not JSON", "setup=%7B"],
    ["a setup that fits no variant", "setup[type]=TOKEN"],
    ["__proto__", "__proto__=x"],
    ["__proto__ in the setup", "setup[type]=TOKEN&setup[__proto__]=x&setup[token]=t"],
    ["deeper nesting", "setup[type][0]=TOKEN"],
    ["JSON", '{"name":"x"}'],
    ["nothing", ""],
  ])("with %s is refused", async (_, body) => {
    expect((await update(await service(), id, body, { headers: FORM })).status).toBe(400);
  });
});
