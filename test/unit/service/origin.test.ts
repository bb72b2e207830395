import { describe, expect, it } from "vitest";
import { parseAuthUrl, parseBaseUrl } from "../../../client/core/service/origin.js";

const REFUSED = String.raw`
  http://acme.example.com http://127.0.0.1.evil.tld http://localhost.evil.tld http://10.0.0.1 http://[::ffff:127.0.0.1]
  https://acme.example.com@evil.tld https://user:pass@acme.example.com acme.example.com@evil.tld @acme.example.com
  https:acme.example.com https:///acme.example.com https:\\acme.example.com https://acme.example.com\@evil.tld
  https://acme.example.com?x=1 https://acme.example.com/api/v2? https://acme.example.com#
  https://acme.example.com/api/v1 https://acme.example.com/dashboard https://acme.example.com/api/v2/flows
  https://acme.example.com. https://acme..example.com https://acme_example.com https://a*b.example.com
  https://acme.example.com:99999 ftp://acme.example.com javascript:alert(1) file:///etc/passwd
  https://%65xample.com https://acme%2eexample.com https://ａcme.example.com https://acme。example.com http://0x7f.1
  http://2130706433 http://127.1 https://acme.example.com/api/v2/../.. https://acme.example.com/./api/v2
  https://acme.example.com/api/v2/%2E%2e/ https://acme.example.com/x/../api/v2 https://аcme%2eexample.com
  https:// :// /api/v2 //acme.example.com //acme.example.com/api/v2
`;

describe("a base URL", () => {
  it.each([
    ["acme.example.com", "https://acme.example.com", "acme.example.com"],
    ["  ACME.example.com \n", "https://acme.example.com", "acme.example.com"],
    ["acme.example.com/", "https://acme.example.com", "acme.example.com"],
    ["acme.example.com/api/v2", "https://acme.example.com", "acme.example.com"],
    ["https://acme.example.com/api/v2/", "https://acme.example.com", "acme.example.com"],
    ["HTTPS://acme.example.com", "https://acme.example.com", "acme.example.com"],
    ["acme.example.com:8443", "https://acme.example.com:8443", "acme.example.com:8443"],
    ["https://acme.example.com:443", "https://acme.example.com", "acme.example.com"],
    ["localhost:3000", "https://localhost:3000", "localhost:3000"],
    ["bücher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["https://аcme.example.com", "https://xn--cme-5cd.example.com", "xn--cme-5cd.example.com"],
    ["acme.example.com.evil.tld", "https://acme.example.com.evil.tld", "acme.example.com.evil.tld"],
    ["http://127.0.0.1:9", "http://127.0.0.1:9", "127.0.0.1:9"],
    ["http://127.9.9.9", "http://127.9.9.9", "127.9.9.9"],
    ["http://[::1]:80/api/v2", "http://[::1]", "[::1]"],
    ["http://localhost", "http://localhost", "localhost"],
  ])("may be typed as %j", (typed, origin, host) => {
    expect(parseBaseUrl(typed)).toMatchObject({ ok: true, value: { baseUrl: `${origin}/api/v2`, origin, host } });
  });

  it.each([
    ...REFUSED.trim().split(/\s+/),
    ...["", "   ", "acme .example.com", "acme\u0000.example.com", "acme\u200b.example.com", "acme\u202e.example.com"],
  ])("is refused with a message: %j", (typed) => {
    const parsed = parseBaseUrl(typed);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? "" : parsed.problem).toMatch(/^[A-Z].*\.$/);
  });

  it.each([
    ["", "Enter the full address, such as https://acme.example.com."],
    ["acme example.com", "Remove spaces"],
    ["ftp://acme.example.com", "The address must begin with https://."],
    ["https:/acme.example.com", "Enter the full address"],
    ["http://127.0.0.1.attacker.example", "Over http://, anyone on the network can read the token"],
    ["https://mia:pass@acme.example.com", "Leave out the user name and password"],
    ["https://acme.example.com/api/v3", "Leave out the path, or use /api/v2."],
    ["https://acme.example.com/api/v2?page=1", "Remove the ? or # and everything after it."],
    ["https://-acme.example.com", "Enter a valid host name, such as acme.example.com, with letters"],
  ])("is refused with a message that fits: %j", (typed, sentence) => {
    expect(parseBaseUrl(typed)).toEqual({ ok: false, problem: expect.stringContaining(sentence) as string });
  });
});

describe("an auth URL", () => {
  it.each([
    ["auth.example.com", "https://auth.example.com"],
    ["https://auth.example.com/", "https://auth.example.com"],
    ["https://auth.example.com/realms/a/", "https://auth.example.com/realms/a"],
    ["http://127.0.0.1:9/", "http://127.0.0.1:9"],
  ])("keeps its path: %s", (typed, address) => {
    expect(parseAuthUrl(typed)).toEqual({ ok: true, value: address });
  });

  it.each([
    ...["", "/api/v2", "//auth.example.com", "///auth.example.com", "http://auth.example.com"],
    ...["https://u:p@auth.example.com", "https://auth.example.com?x", "https://auth.example.com/a/../b"],
  ])("is refused like a base URL: %j", (typed) => {
    expect(parseAuthUrl(typed).ok).toBe(false);
  });
});
