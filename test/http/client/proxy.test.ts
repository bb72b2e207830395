import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { NetworkSettings } from "../../../client/core/service/transport/network.js";
import { AUTHORITY, certificate } from "../../service/certificates.js";
import { connectionAt } from "../../service/data/catalogue.js";
import type { Service } from "../../service/service.js";
import { recordingProxy, type ProxyOptions, type RecordingProxy } from "./proxy.js";
import { deadPort, stranger } from "./servers.js";
import {
  canary,
  clientCredentials,
  connect,
  failure,
  said,
  service,
  SHORT,
  updates,
  type Connected,
} from "./support.js";

const { id } = connectionAt(0);
const TENANT = "acme.example.com";

interface Behind {
  readonly running: Service;
  readonly proxy: RecordingProxy;
  /** A client of the tenant, whose name only the proxy can find. */
  readonly through: (network: NetworkSettings) => Connected;
}

/** A service that is known as acme.example.com behind a proxy, and nowhere else. */
async function behindProxy(options: Omit<ProxyOptions, "routes"> = {}): Promise<Behind> {
  const running = await service({ tls: certificate("tenants"), choices: { audience: "path" } });
  const proxy = await recordingProxy({
    routes: { [`${TENANT}:443`]: Number(new URL(running.origin).port) },
    ...options,
  });
  const to = { baseUrl: `https://${TENANT}/api/v2`, accessToken: running.accessToken };
  return {
    running,
    proxy,
    through: (network) =>
      connect(to, {
        network: { extraAuthorities: [AUTHORITY], ...network },
        limits: { ...SHORT, totalMs: 10_000 },
      }),
  };
}

describe("through a proxy", () => {
  it("everything goes, and the proxy sees the host and nothing else", async () => {
    const { running, proxy, through } = await behindProxy();
    const { client } = through({ proxy: proxy.address });
    expect((await client.listPage(0)).records.length).toBe(12);
    await client.updateConnection(id, { setup: { type: "BEARER", token: "canary-bearer" } });
    expect(updates(running)).toBe(1);
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${TENANT}:443`]));
    expect(new Set(proxy.authorizations)).toEqual(new Set([undefined]));
    expect(proxy.seen()).not.toMatch(/canary|flows|Bearer/);
  });

  it("the token endpoint is reached as well", async () => {
    const { running, proxy } = await behindProxy();
    const credential = { ...clientCredentials(running), audience: "/api/v2/" };
    const to = { baseUrl: `https://${TENANT}/api/v2`, accessToken: "" };
    const network = { proxy: proxy.address, extraAuthorities: [AUTHORITY] };
    await connect(to, { credential: () => Promise.resolve(credential), network }).client.listPage(0);
    expect(running.requests.all({ operation: "token" }).length).toBe(1);
    expect(new Set(proxy.asked)).toEqual(new Set([`CONNECT ${TENANT}:443`]));
  });

  it.each([
    ["the setting", (proxy: string) => ({ proxy, environment: { HTTPS_PROXY: "http://127.0.0.1:1" } })],
    ["the setting without a scheme", (proxy: string) => ({ proxy: new URL(proxy).host })],
    ["HTTPS_PROXY", (proxy: string) => ({ proxy: "", environment: { HTTPS_PROXY: proxy } })],
    ["https_proxy", (proxy: string) => ({ environment: { https_proxy: proxy } })],
    ["HTTP_PROXY", (proxy: string) => ({ environment: { HTTP_PROXY: proxy } })],
    [
      "NO_PROXY for others",
      (proxy: string) => ({ environment: { HTTPS_PROXY: proxy, NO_PROXY: "example.org,acme.example.com:8443" } }),
    ],
  ])("as named by %s", async (_, network) => {
    const { proxy, through } = await behindProxy();
    expect((await through(network(proxy.address)).client.listPage(0)).total).toBe(12);
    expect(proxy.asked.length).toBe(1);
  });

  it.each([
    ["http.noProxy", { noProxy: ["acme.example.com"] }],
    ["http.noProxy with a port", { noProxy: ["*.example.com:443"] }],
    ["http.proxySupport", { proxySupport: "off" }],
    ["NO_PROXY", { environment: { NO_PROXY: "localhost, .example.com" } }],
    ["NO_PROXY for all", { environment: { no_proxy: "*" } }],
  ])("nothing goes where it is excluded: %s", async (_, network) => {
    const { proxy, through } = await behindProxy();
    await failure(through({ proxy: proxy.address, ...network }).client.listPage(0));
    expect(proxy.asked).toEqual([]);
  });

  it("nothing goes that is meant for this machine", async () => {
    const running = await service();
    const proxy = await recordingProxy({ routes: {} });
    await connect(running, { network: { proxy: proxy.address } }).client.listPage(0);
    expect([running.requests.all().length, proxy.asked]).toEqual([1, []]);
  });

  it("a changed setting counts from the next request on", async () => {
    const { proxy, through } = await behindProxy();
    const { client } = through({ proxy: `http://127.0.0.1:${await deadPort()}` });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "proxy", fault: "down" });
    client.configure({ environment: {}, proxy: proxy.address, extraAuthorities: [AUTHORITY] });
    expect((await client.listPage(0)).total).toBe(12);
  });
});

describe("a proxy that wants credentials", () => {
  const authorization = `Basic ${Buffer.from("user:canary p@ss").toString("base64")}`;

  it.each([
    ["http.proxyAuthorization", (proxy: string) => ({ proxy, proxyAuthorization: authorization })],
    ["the proxy's address", (proxy: string) => ({ proxy: proxy.replace("://", "://user:canary%20p%40ss@") })],
    [
      "the environment",
      (proxy: string) => ({ environment: { HTTPS_PROXY: proxy.replace("://", "://user:canary%20p%40ss@") } }),
    ],
  ])("gets them from %s", async (_, network) => {
    canary.secret("canary p@ss");
    canary.secret(authorization);
    const { running, proxy, through } = await behindProxy({ authorization });
    await through(network(proxy.address)).client.listPage(0);
    expect(proxy.authorizations).toEqual([authorization]);
    expect(running.requests.all()[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("and gets none or wrong ones is told as such, and nothing is sent", async () => {
    canary.secret("canary-wrong");
    const { running, proxy, through } = await behindProxy({ authorization });
    for (const network of [
      { proxy: proxy.address },
      { proxy: proxy.address.replace("://", "://user:canary-wrong@") },
    ]) {
      const error = await failure(through(network).client.updateConnection(id, { name: "x" }));
      expect(error).toMatchObject({ kind: "proxy", fault: "credentials", proxyHost: proxy.host, sent: "no" });
      expect(said(error)).toBe(
        `The proxy ${proxy.host} asks for credentials. Put them into http.proxyAuthorization or the proxy's address. Nothing was sent.`,
      );
    }
    expect(running.requests.sockets).toBe(0);
  });
});

describe("a proxy over TLS", () => {
  it("is used where its certificate is trusted", async () => {
    const { proxy, through } = await behindProxy({ tls: certificate("loopback") });
    expect((await through({ proxy: proxy.address }).client.listPage(0)).total).toBe(12);
    expect(proxy.asked).toEqual([`CONNECT ${TENANT}:443`]);
  });

  it("may be of an authority that only the system trusts, like the service's own", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vaultconn-authority-"));
    try {
      const file = join(folder, "authorities.pem");
      await writeFile(file, AUTHORITY);
      const { running, proxy, through } = await behindProxy({ tls: certificate("loopback") });
      const { client } = through({ proxy: proxy.address, extraAuthorities: [], environment: { SSL_CERT_FILE: file } });
      await client.updateConnection(id, { name: "x" });
      expect(updates(running)).toBe(1);
      const unknown = through({ proxy: proxy.address, extraAuthorities: [] }).client;
      expect(await failure(unknown.updateConnection(id, { name: "x" }))).toMatchObject({
        kind: "proxy",
        fault: "certificate",
        sent: "no",
      });
      expect(updates(running)).toBe(1);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("is refused where it is not, unless http.proxyStrictSSL is off; the service's certificate is checked all the same", async () => {
    const { running, proxy, through } = await behindProxy({ tls: certificate("namesake") });
    const error = await failure(through({ proxy: proxy.address }).client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "proxy", fault: "certificate", sent: "no" });
    expect(proxy.asked).toEqual([]);

    const lenient = { proxy: proxy.address, proxyStrictSsl: false };
    expect((await through(lenient).client.listPage(0)).total).toBe(12);
    const asked = running.requests.all().length;
    const untrusting = through({ ...lenient, extraAuthorities: [] }).client;
    expect(await failure(untrusting.updateConnection(id, { name: "x" }))).toMatchObject({
      kind: "certificate",
      fault: "untrusted",
      sent: "no",
    });
    expect(running.requests.all().length).toBe(asked);
  });
});

describe("a proxy that is of no use", () => {
  it.each([
    ["down", async () => `http://127.0.0.1:${await deadPort()}`, "cannot be reached."],
    [
      "name-not-found",
      () => Promise.resolve("http://no-such-proxy.invalid:8080"),
      "cannot be reached: the name was not found.",
    ],
    ["timeout", async () => `http://127.0.0.1:${(await stranger()).port}`, "did not answer in time."],
    [
      "down",
      async () => `http://127.0.0.1:${(await stranger((socket) => socket.once("data", () => socket.destroy()))).port}`,
      "cannot be reached.",
    ],
  ] as const)("is told apart from the service: %s", async (fault, address, words) => {
    const { through } = await behindProxy();
    const error = await failure(through({ proxy: await address() }).client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "proxy", fault, sent: "no" });
    expect(said(error)).toMatch(/^The proxy .* Nothing was sent\.$/);
    expect(said(error)).toContain(words);
  });

  it("because it does not know the service is told as such", async () => {
    const { through } = await behindProxy();
    const proxy = await recordingProxy({ routes: {} });
    const error = await failure(through({ proxy: proxy.address }).client.listPage(0));
    expect([error, said(error)]).toMatchObject([
      { kind: "proxy", fault: "refused" },
      `The proxy ${proxy.host} did not open a way to the service. Ask whoever runs it.`,
    ]);
  });

  it.each(["socks5://127.0.0.1:1080", "ftp://x", "http://"])(
    "because its address cannot be used is told as such: %s",
    async (proxy) => {
      const { through } = await behindProxy();
      const error = await failure(through({ proxy }).client.listPage(0));
      expect([error, said(error)]).toMatchObject([
        { kind: "proxy", fault: "unsupported" },
        "The proxy's address cannot be used: it has to begin with http:// or https://.",
      ]);
    },
  );
});
