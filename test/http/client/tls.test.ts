import { readFileSync } from "node:fs";
import tls from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CONNECTIONS } from "../../../client/core/service/transport/dispatcher.js";
import type { NetworkSettings } from "../../../client/core/service/transport/network.js";
import { AUTHORITY_FILE, certificate, type CertificateName } from "../../service/certificates.js";
import { connect, failure, readAll, openService, rename } from "./support.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const ADDED: NetworkSettings = { extraAuthorities: [readFileSync(AUTHORITY_FILE, "utf8")] };
const LENIENT: NetworkSettings = { proxyStrictSsl: false, proxy: "http://127.0.0.1:1" };
/** The authority may be one of the system's. */
const OF_SYSTEM: NetworkSettings = { environment: { SSL_CERT_FILE: AUTHORITY_FILE } };

it.each([
  ["was added", ADDED],
  ["the system trusts", OF_SYSTEM],
])("accepts a certificate of an authority that %s, and sends an update once", async (_, network) => {
  // It would speak HTTP/2 with a client that can.
  const running = await openService({ tls: { ...certificate("loopback"), ALPNProtocols: ["h2", "http/1.1"] } });
  const { client } = connect(running, { network });
  await rename(client);
  const pages = await Promise.all([client.listPage(0), client.listPage(0)]);
  expect(pages.map(({ records }) => records.length)).toEqual([12, 12]);
  expect(running.requests.updates).toBe(1);
});

describe("a certificate that's refused", () => {
  it.each<[string, string, CertificateName, NetworkSettings]>([
    ["of no authority that is known", "untrusted", "loopback", {}],
    ["that has expired", "expired", "expired", ADDED],
    ["that has expired, of the system's authority", "expired", "expired", OF_SYSTEM],
    ["that is not valid yet", "not-yet-valid", "not-yet-valid", ADDED],
    ["of another host", "wrong-host", "other-host", ADDED],
    ["of another host, of the system's authority", "wrong-host", "other-host", OF_SYSTEM],
    ["by an authority of the same name", "untrusted", "namesake", OF_SYSTEM],
    ["where http.systemCertificates is off", "untrusted", "loopback", { ...OF_SYSTEM, systemCertificates: false }],
    ["though the proxy's would not be checked", "untrusted", "loopback", LENIENT],
  ])("%s", async (_, fault, name, network) => {
    const running = await openService({ tls: certificate(name) });
    const error = await failure(rename(connect(running, { network }).client));
    expect(error).toMatchObject({ kind: "certificate", sent: "no", ...(name !== "namesake" && { fault }) });
    expect(running.requests.all()).toEqual([]);
  });

  it("even if the environment turns off checks", async () => {
    const running = await openService({ tls: certificate("loopback") });
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const error = await failure(connect(running).client.listPage(0));
    expect(error).toMatchObject({ kind: "certificate", fault: "untrusted" });
  });
});

it("uses an added or removed authority from the next request", async () => {
  const running = await openService({ tls: certificate("loopback") });
  const { client } = connect(running);
  expect(await failure(client.listPage(0))).toMatchObject({ kind: "certificate" });
  client.configure({ environment: {}, ...ADDED });
  expect((await client.listPage(0)).records.length).toBe(12);
  client.configure({ environment: {} });
  expect(await failure(client.listPage(0))).toMatchObject({ kind: "certificate" });
});

it("shares connections, and reads authorities once", async () => {
  const running = await openService({ tls: certificate("loopback"), connections: 2000 });
  const made = vi.spyOn(tls, "createSecureContext");
  expect((await readAll(connect(running, { network: ADDED }).client)).ids).toHaveLength(2000);
  expect(running.requests.sockets).toBe(CONNECTIONS);
  expect(made.mock.calls.filter(([options]) => options?.ca)).toHaveLength(1);
});
