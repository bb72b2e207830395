import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { NetworkSettings } from "../../../client/core/service/transport/network.js";
import { AUTHORITY_FILE, certificate } from "../../service/certificates.js";
import { startProxy } from "../../service/proxy.js";
import { behindProxy, deadPort, hangingUp, stranger, TENANT } from "./servers.js";
import {
  canary,
  clientCredentials,
  closeAfterwards,
  connect,
  failure,
  messageOf,
  SHORT,
  rename,
  sendSetup,
} from "./support.js";

const AUTHORIZATION = `Basic ${Buffer.from("user:canary p@ss").toString("base64")}`;

/** A client of the tenant, whose name only the proxy can find. */
function through(service: { readonly accessToken: string }, network: NetworkSettings, options: object = {}) {
  const limits = { ...SHORT, totalMs: 10_000 };
  const address = { baseUrl: `https://${TENANT}/api/v2`, accessToken: service.accessToken };
  return connect(address, {
    network: { extraAuthorities: [readFileSync(AUTHORITY_FILE, "utf8")], ...network },
    limits,
    ...options,
  }).client;
}

describe("a proxy", () => {
  it("gets all requests, and sees only the host", async () => {
    const { service, proxy } = await behindProxy();
    const credential = () => Promise.resolve({ ...clientCredentials(service), audience: "/api/v2/" });
    const client = through(service, { proxy: proxy.address }, { credential });
    expect((await client.listPage(0)).records.length).toBe(12);
    await sendSetup(client, { type: "BEARER", token: "canary-bearer" });
    expect([service.requests.tokens, service.requests.updates]).toEqual([1, 1]);
    expect(new Set(proxy.asked)).toEqual(new Set([`${TENANT}:443`]));
    expect(new Set(proxy.authorizations)).toEqual(new Set([undefined]));
    expect(proxy.seen()).not.toMatch(/canary|flows|Bearer/);
  });

  // What is excluded from it is proved with the choice of the proxy.
  it.each([
    ["the setting", (proxy: string) => ({ proxy, environment: { HTTPS_PROXY: "http://127.0.0.1:1" } })],
    ["the setting without a scheme", (proxy: string) => ({ proxy: new URL(proxy).host })],
    ["HTTPS_PROXY", (proxy: string) => ({ proxy: "", environment: { HTTPS_PROXY: proxy } })],
    ["https_proxy", (proxy: string) => ({ environment: { https_proxy: proxy } })],
    ["HTTP_PROXY", (proxy: string) => ({ environment: { HTTP_PROXY: proxy } })],
    ["NO_PROXY for others", (proxy: string) => ({ environment: { HTTPS_PROXY: proxy, NO_PROXY: "example.org" } })],
  ])("is taken from %s", async (_, network) => {
    const { service, proxy } = await behindProxy();
    expect((await through(service, network(proxy.address)).listPage(0)).total).toBe(12);
    expect(proxy.asked.length).toBe(1);
  });
});

describe("a proxy with credentials", () => {
  const withPassword = (proxy: string) => proxy.replace("://", "://user:canary%20p%40ss@");

  it.each([
    ["http.proxyAuthorization", (proxy: string) => ({ proxy, proxyAuthorization: AUTHORIZATION })],
    ["the proxy's address", (proxy: string) => ({ proxy: withPassword(proxy) })],
    ["the environment", (proxy: string) => ({ environment: { HTTPS_PROXY: withPassword(proxy) } })],
  ])("gets them from %s", async (_, network) => {
    for (const secret of ["canary p@ss", AUTHORIZATION]) canary.secret(secret);
    const { service, proxy } = await behindProxy({ authorization: AUTHORIZATION });
    await through(service, network(proxy.address)).listPage(0);
    expect(proxy.authorizations).toEqual([AUTHORIZATION]);
    expect(service.requests.all()[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it.each(["://", "://user:canary-wrong@"])("is named if credentials are missing or wrong (%s)", async (wrong) => {
    canary.secret("canary-wrong");
    const { service, proxy } = await behindProxy({ authorization: AUTHORIZATION });
    const client = through(service, { proxy: proxy.address.replace("://", wrong) });
    const error = await failure(rename(client));
    expect(error).toMatchObject({ kind: "proxy", fault: "credentials", proxyHost: proxy.host, sent: "no" });
    expect(service.requests.sockets).toBe(0);
  });
});

it.each([
  [["Negotiate", "NTLM"], "scheme"],
  [['Digest realm="Basic", nonce="x"'], "scheme"],
  [["Negotiate", 'Basic realm="x"'], "credentials"],
  [['Negotiate, basic realm="x"'], "credentials"],
  [[], "credentials"],
])("says whether the sign-in to a proxy is supported: %j", async (challenges, fault) => {
  const { service, proxy } = await behindProxy({ authorization: AUTHORIZATION, challenges });
  const error = await failure(rename(through(service, { proxy: proxy.address })));
  expect(error).toMatchObject({ kind: "proxy", fault, sent: "no" });
});

describe("a proxy with TLS", () => {
  it("may have an authority that only the system trusts", async () => {
    const { service, proxy } = await behindProxy({ tls: certificate("loopback") });
    const given = { proxy: proxy.address, extraAuthorities: [] };
    await rename(through(service, { ...given, environment: { SSL_CERT_FILE: AUTHORITY_FILE } }));
    expect(new Set(proxy.asked)).toEqual(new Set([`${TENANT}:443`]));
    const error = await failure(rename(through(service, given)));
    expect(error).toMatchObject({ kind: "proxy", fault: "certificate", sent: "no" });
    expect(service.requests.updates).toBe(1);
  });

  it("is refused unless it's trusted or http.proxyStrictSSL is off", async () => {
    const { service, proxy } = await behindProxy({ tls: certificate("namesake") });
    const error = await failure(rename(through(service, { proxy: proxy.address })));
    expect(error).toMatchObject({ kind: "proxy", fault: "certificate", sent: "no" });
    expect(proxy.asked).toEqual([]);

    const lenient = { proxy: proxy.address, proxyStrictSsl: false };
    expect((await through(service, lenient).listPage(0)).total).toBe(12);
    const untrusting = through(service, { ...lenient, extraAuthorities: [] });
    const refused = await failure(rename(untrusting));
    expect(refused).toMatchObject({ kind: "certificate", fault: "untrusted", sent: "no" });
    expect(service.requests.updates).toBe(0);
  });
});

it.each([
  ["down", async () => `http://127.0.0.1:${await deadPort()}`],
  ["down", () => Promise.resolve("http://no-such-proxy.invalid:8080")],
  ["down", async () => `http://127.0.0.1:${(await stranger()).port}`],
  ["down", async () => `http://127.0.0.1:${(await hangingUp()).port}`],
  ["gateway", async () => closeAfterwards(await startProxy({ routes: {} })).address],
  ["gateway", async () => closeAfterwards(await startProxy({ routes: {}, status: 503 })).address],
  ["refused", async () => closeAfterwards(await startProxy({ routes: {}, status: 403 })).address],
  ["unsupported", () => Promise.resolve("socks5://127.0.0.1:1080")],
  ["unsupported", () => Promise.resolve("http://")],
] as const)("reports problems of the proxy as such: %s", async (fault, address) => {
  const client = through({ accessToken: "canary-access-token" }, { proxy: await address() });
  const error = await failure(rename(client));
  expect(error).toMatchObject({ kind: "proxy", fault, sent: "no" });
  expect(messageOf(error)).toMatch(/proxy.* Nothing was sent\.$/);
});
