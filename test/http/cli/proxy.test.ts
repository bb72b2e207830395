import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../client/core/service/transport/transport.js";
import { AUTHORITY_FILE, certificate } from "../../service/certificates.js";
import type { ProxyOptions } from "../../service/proxy.js";
import { behindProxy, TENANT } from "../client/servers.js";
import { canary } from "../client/support.js";
import { BEARER, Repository, APPLY } from "./support.js";

type RecordingProxy = Awaited<ReturnType<typeof behindProxy>>["proxy"];

const TRUSTING = ["--ca", AUTHORITY_FILE];

/** A service behind a proxy, and a repository with one file for it. */
async function repositoryBehindProxy(options: Omit<ProxyOptions, "routes"> = {}) {
  const { service, proxy } = await behindProxy(options);
  const repository = new Repository(service);
  repository.write("one.vaultconn.json", { id: service.connections.idAt(0), tenant: TENANT, setup: BEARER });
  const tenant = { VAULTCONN_TENANT: `Acme=https://${TENANT}/api/v2` };
  const apply = (env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    repository.cli([...APPLY, ...args], { env: { ...tenant, ...env }, limits: DEFAULT_LIMITS });
  return { service, proxy, apply };
}

it.each([
  ["HTTPS_PROXY", (proxy: RecordingProxy) => ({ env: { HTTPS_PROXY: proxy.address }, args: [] })],
  ["--proxy", (proxy: RecordingProxy) => ({ env: {}, args: ["--proxy", proxy.address] })],
])("sends everything through the proxy of %s, which sees only the host", async (_, how) => {
  const { service, proxy, apply } = await repositoryBehindProxy();
  const { env, args } = how(proxy);
  expect(await apply(env, ...TRUSTING, ...args)).toMatchObject({ code: 0 });
  expect(service.requests.applied).toBe(1);
  expect(new Set(proxy.asked)).toEqual(new Set([`${TENANT}:443`]));
  canary.saw(proxy.seen());
});

it.each([
  ["service", {}],
  ["proxy", { tls: certificate("loopback") }],
])("names --ca if the certificate of the %s isn't trusted", async (_, options) => {
  const { proxy, apply } = await repositoryBehindProxy(options);
  const { code, stderr } = await apply({ HTTPS_PROXY: `"${proxy.address}"` });
  expect(code).toBe(4);
  expect(stderr).toContain("isn't trusted");
  expect(stderr).toContain("name that with --ca.");
});

it("names the variable for the proxy's credentials, and sends nothing", async () => {
  const { service, proxy, apply } = await repositoryBehindProxy({ authorization: "Basic dXNlcjpwYXNz" });
  const { code, stderr } = await apply({ HTTPS_PROXY: proxy.address });
  expect(code).toBe(4);
  expect(stderr).toContain(`The proxy ${proxy.host} requires credentials. Add them to HTTPS_PROXY`);
  expect(stderr).not.toContain("http.proxy");
  expect(service.requests.sockets).toBe(0);
});

it("names the variable for a proxy if a host can't be reached", async () => {
  const { service, apply } = await repositoryBehindProxy();
  const { code, stderr } = await apply({});
  expect([code, service.requests.updates]).toEqual([4, 0]);
  expect(stderr).toContain("If your network needs a proxy, set HTTPS_PROXY. PAC files");
  expect(stderr).not.toContain("http.proxy");
});

it.each([
  ["broken alone", (good: string) => good.replace(/MII./, "####"), "Certificate 1 of 1"],
  ["cut off", (good: string) => good.slice(0, 200), "Certificate 1 of 1"],
  ["broken in a bundle", (good: string) => `${good}\n${good.replace(/MII./, "MIIx")}\n${good}`, "Certificate 2 of 3"],
  ["binary", (good: string) => new X509Certificate(good).raw, "convert them to PEM"],
])("names a certificate of --ca that is %s", async (_, change, named) => {
  const { apply } = await repositoryBehindProxy();
  const repository = new Repository();
  const file = repository.write("ca.pem", change(readFileSync(AUTHORITY_FILE, "utf8")));
  expect(await apply({}, "--ca", file)).toMatchObject({ code: 64, stderr: expect.stringContaining(named) as string });
});

it.each(["  ", "subject=CN = Authority ", "\u00a0"])(
  "trusts a certificate of --ca that begins after %j",
  async (before) => {
    const { proxy, apply } = await repositoryBehindProxy();
    const file = new Repository().write("ca.pem", before + readFileSync(AUTHORITY_FILE, "utf8"));
    expect(await apply({ HTTPS_PROXY: proxy.address }, "--ca", file)).toMatchObject({ code: 0 });
  },
);
