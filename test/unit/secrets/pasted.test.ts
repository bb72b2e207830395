import { describe, expect, it } from "vitest";
import { baseAddressIn, parseBaseUrl } from "../../../client/core/service/origin.js";
import { accessToken } from "../../../client/core/service/signIn/methods/accessToken.js";
import { clientCredentials } from "../../../client/core/service/signIn/methods/clientCredentials.js";
import type { SignInMethod } from "../../../client/core/service/signIn/method.js";

const JWT = "eyJhbGciOiJSUzI1NiJ9.eyJzY29wZSI6InJlYWQifQ.c2lnbmF0dXJl_-";
const OTHER = "eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiJpZCJ9.b3RoZXI";
const SECRET = "Zk3~v.Q-8_xT/aB+c=";

/** What a box takes of a text, or what it says is wrong. */
function taken({ fields }: SignInMethod, text: string): string {
  const { check, clean, note } = fields.find(({ kept }) => kept === "secret") ?? fields[0] ?? {};
  const problem = check?.(text, {});
  if (problem !== undefined) return problem;
  const answer = clean?.(text) ?? text;
  return `${note?.(text) === undefined ? "" : "only "}${answer}`;
}

describe("the box for an access token", () => {
  const WHOLE = "Paste the whole access token, without quotes. It has three parts, separated by dots.";
  it.each([
    [JWT, JWT],
    [`  ${JWT}\n`, JWT],
    [`Bearer ${JWT}`, JWT],
    [`Authorization: Bearer ${JWT}`, `only ${JWT}`],
    [`authorization:bearer  ${JWT}\r\n`, `only ${JWT}`],
    [`"${JWT}"`, `only ${JWT}`],
    [`<${JWT}>`, `only ${JWT}`],
    [`curl -sS 'https://acme.example.com/api/v2/x' -H 'Authorization: Bearer ${JWT}' -H 'Accept: */*'`, `only ${JWT}`],
    [`curl --oauth2-bearer ${JWT} https://acme.example.com`, `only ${JWT}`],
    [`{"access_token": "${JWT}", "token_type": "Bearer", "expires_in": 86400}`, `only ${JWT}`],
    [`{\n  "id_token": "${OTHER}",\n  "access_token": "${JWT}"\n}`, `only ${JWT}`],
    [`{"headers": {"Authorization": "Bearer ${JWT}"}}`, `only ${JWT}`],
    [`export VAULT_ACCESS_TOKEN='${JWT}'`, `only ${JWT}`],
    [`#access_token=${JWT}&token_type=Bearer&state=x`, `only ${JWT}`],
    [`$headers = @{ Authorization = "Bearer ${JWT}" }`, `only ${JWT}`],
    [`TOKEN=${JWT}`, `only ${JWT}`],
    [`${JWT} ${JWT}`, `only ${JWT}`],
    [`${JWT} ${OTHER}`, "This text has several tokens. Paste only the access token."],
    ['curl -H "Authorization: Bearer $TOKEN"', WHOLE],
    [JWT.slice(0, 30), WHOLE],
    ['{"access_token": "opaque"}', WHOLE],
    ["", WHOLE],
  ])("takes the only token: %j", (text, expected) => {
    expect(taken(accessToken, text)).toBe(expected);
  });
});

describe("the box for a client secret", () => {
  const only = `only ${SECRET}`;
  const form = encodeURIComponent(SECRET);
  const TOKEN = "This is an access token. Paste the client secret, or go back and choose the access token.";
  const PASTE_ONLY = "Paste only the client secret, without a command or other text.";
  it.each([
    [SECRET, SECRET],
    [`  ${SECRET}\n`, SECRET],
    ["two words: fine", "two words: fine"],
    ['{"x9$"', PASTE_ONLY],
    ["{x9$", "{x9$"],
    [`{"client_id": "abc", "client_secret": "${SECRET}"}`, only],
    [`{\n  "clientSecret" : "${SECRET}"\n}`, only],
    [`AUTH0_CLIENT_SECRET='${SECRET}'`, only],
    [`export CLIENT_SECRET="${SECRET}"`, only],
    [`client_secret: ${SECRET}`, only],
    [`curl -u 'abc:${SECRET}' https://acme.example.com/oauth/token/`, only],
    [`curl https://acme.example.com -d grant_type=client_credentials -d client_secret=${form} -d client_id=a`, only],
    [`curl https://acme.example.com -d 'grant_type=client_credentials&client_id=a&client_secret=${form}'`, only],
    [`curl https://acme.example.com --data '{"client_id":"a","client_secret":"${SECRET}"}'`, only],
    [`curl https://acme.example.com -d grant_type=x -d client_secret=a+b`, PASTE_ONLY],
    [`{client_secret: ${SECRET}}`, `{client_secret: ${SECRET}}`],
    ['curl -d "client_secret=$CLIENT_SECRET"', PASTE_ONLY],
    ['{"client_secret": "a\\"b"}', PASTE_ONLY],
    ["curl https://acme.example.com/oauth/token/", PASTE_ONLY],
    ["client_secret=a\nother_client_secret=b", "This text has several client secrets. Paste only one."],
    ["client_secret=a1b2c3\nexport CLIENT_SECRET=$OTHER", PASTE_ONLY],
    [`Authorization: Bearer ${JWT}`, TOKEN],
    [`{"access_token": "${JWT}"}`, TOKEN],
    ["X-Api-Key: abc", PASTE_ONLY],
    ["", "Enter the client secret."],
  ])("never sends more than a secret: %j", (text, expected) => {
    expect(taken(clientCredentials, text)).toBe(expected);
  });
});

describe("the box for an address", () => {
  it.each([
    "https://acme.example.com/api/v2/flows/vault/connections",
    "https://acme.example.com/api/v2/flows/vault/connections?page=0&per_page=100",
    "https://acme.example.com/api/v2/flows/vault/connections/ac_1",
    "acme.example.com/api/v2/flows/vault/connections",
    "https://acme.example.com/api/v2?page=1",
    "https://acme.example.com/api/v2/#section",
    "<https://acme.example.com/api/v2>",
    '"https://acme.example.com"',
    "'acme.example.com'",
    "`https://acme.example.com/api/v2/`",
    "“https://acme.example.com”,",
    "[Acme](https://acme.example.com/api/v2/flows)",
    '"<https://acme.example.com>"',
    "curl -X GET 'https://acme.example.com/api/v2/flows/vault/connections' -H 'Accept: application/json'",
  ])("takes the tenant's address in %j", (text) => {
    expect(parseBaseUrl(baseAddressIn(text))).toMatchObject({
      ok: true,
      value: { origin: "https://acme.example.com" },
    });
  });

  it.each([
    "https://acme.example.com@evil.tld/api/v2/flows",
    "https://acme.example.com/api/v1/flows",
    "https://acme.example.com/dashboard",
    String.raw`https://acme.example.com\@evil.tld/api/v2/flows`,
    "https://acme.example.com?x=/api/v2/flows",
    "curl https://acme.example.com https://evil.tld",
    "https://user:pass@acme.example.com/api/v2/x",
    "http://acme.example.com/api/v2/flows",
    "<>",
    '""',
  ])("refuses what isn't one address of a tenant: %j", (text) => {
    expect(parseBaseUrl(baseAddressIn(text)).ok).toBe(false);
  });
});
