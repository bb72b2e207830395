import { describe, expect, it } from "vitest";
import { proxyFor, secretsOf, type NetworkSettings } from "../../../client/core/service/transport/network.js";

const PROXY = "http://proxy.example:3128";

function proxied(target: string, settings: NetworkSettings): boolean {
  return proxyFor(new URL(target), { environment: {}, proxy: PROXY, ...settings }) !== undefined;
}

describe("hosts without a proxy", () => {
  it.each([
    ["https://acme.example.com", ["acme.example.com"], true],
    ["https://acme.example.com", ["EXAMPLE.com"], true],
    ["https://acme.example.com", [".example.com"], true],
    ["https://acme.example.com", ["*.example.com"], true],
    ["https://acme.example.com", [" acme.example.com:443 "], true],
    ["https://acme.example.com", ["acme.example.com:8443"], false],
    ["https://acme.example.com", ["le.com"], false],
    ["https://acme.example.com", ["acme"], false],
    ["https://acme.example.com", ["", ":443"], false],
    ["https://acme.example.com", ["*"], true],
    ["https://acme.example.com", ["https://acme.example.com/api"], true],
    ["https://acme.example.com", [".example.com."], true],
    ["https://acme.example.com.", ["example.com"], true],
    ["https://acme.example.com", ["https://acme.example.com:8443"], false],
    ["https://acme.example.com", ["https://"], false],
    ["https://[fd00::1]", ["fd00::1"], true],
    ["https://[fd00::12]", ["fd00::1"], false],
    ["https://10.1.2.3", ["10.1.2.3"], true],
    ["https://[fd00::1]", ["[fd00::1]"], true],
    ["https://localhost:8443", [], true],
    ["http://127.0.0.1", [], true],
    ["https://[::1]", [], true],
  ])("include %s by %j: %s", (target, noProxy, excluded) => {
    expect(proxied(target, { noProxy })).toBe(!excluded);
    for (const between of [",", "; "]) {
      const environment = { NO_PROXY: ["other.example", ...noProxy].join(between) };
      expect(proxied(target, { environment })).toBe(!excluded);
    }
  });

  it("come from the environment only if the setting is empty", () => {
    const environment = { NO_PROXY: "*" };
    expect(proxied("https://acme.example.com", { environment })).toBe(false);
    expect(proxied("https://acme.example.com", { environment, noProxy: ["other.example"] })).toBe(true);
  });
});

describe("the proxy's address", () => {
  it("is used without its credentials, which become a header", () => {
    const proxy = proxyFor(new URL("https://acme.example.com"), {
      environment: {},
      proxy: "http://us%65r:p%40ss@proxy.example:3128/path?x",
    });
    expect(proxy).toEqual({
      url: new URL(PROXY),
      authorization: `Basic ${Buffer.from("user:p@ss").toString("base64")}`,
      checkCertificate: true,
    });
  });

  it.each([
    ["http://user:pa#ss?/x@proxy.example:3128", "user:pa#ss?/x"],
    ["http://DOMAIN\\user:p@ss@proxy.example:3128", "DOMAIN\\user:p@ss"],
    ["DOMAIN\\user:a:b@proxy.example:3128", "DOMAIN\\user:a:b"],
    ["user:100%@proxy.example:3128", "user:100%"],
    ["http://user@proxy.example:3128", "user:"],
  ])("%s has the credentials %s", (proxy, credentials) => {
    expect(proxyFor(new URL("https://acme.example.com"), { environment: {}, proxy })).toEqual({
      url: new URL(PROXY),
      authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
      checkCertificate: true,
    });
  });

  it.each([`"${PROXY}"`, ` '${PROXY}' `, `"proxy.example:3128"`])("may be in quotes: %s", (address) => {
    for (const settings of [{ environment: { HTTPS_PROXY: address } }, { environment: {}, proxy: address }])
      expect(proxyFor(new URL("https://acme.example.com"), settings)).toMatchObject({ url: new URL(PROXY) });
    expect(proxied("https://acme.example.com", { environment: { NO_PROXY: `"acme.example.com"` } })).toBe(false);
    expect(secretsOf({ environment: { HTTPS_PROXY: '"http://user:quoted-pass@proxy.example"' } })).toContain(
      "quoted-pass",
    );
  });

  it.each([`"${PROXY}`, `${PROXY}"`, `“${PROXY}”`, "http:/proxy.example:3128", "socks5://proxy.example"])(
    "isn't valid: %s",
    (proxy) => {
      expect(proxyFor(new URL("https://acme.example.com"), { environment: {}, proxy })).toBe("unusable");
    },
  );

  it("is redacted with its header", () => {
    const environment = { https_proxy: "http://user:env%20pass@proxy.example" };
    const proxy = "http://user:set-pass@proxy.example";
    const secrets = secretsOf({ environment, proxy, proxyAuthorization: "Basic abc" });
    expect(secrets).toEqual(expect.arrayContaining(["set-pass", "env pass", "env%20pass", "abc"]));
    expect(secretsOf({ environment: {}, proxy: "user:bare-pass@proxy.example:8080" })).toContain("bare-pass");
    expect(secretsOf({ environment: {} })).toEqual([]);
  });
});
