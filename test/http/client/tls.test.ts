import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CONNECTIONS } from "../../../client/core/service/transport/dispatcher.js";
import type { NetworkSettings } from "../../../client/core/service/transport/network.js";
import { AUTHORITY, certificate } from "../../service/certificates.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { connect, failure, listPages, said, service, updates } from "./support.js";

const { id } = connectionAt(0);

describe("a certificate", () => {
  it("of an authority that was added is accepted", async () => {
    const running = await service({ tls: certificate("loopback") });
    const { client } = connect(running, { network: { extraAuthorities: [AUTHORITY] } });
    expect((await client.listPage(0)).records.length).toBe(12);
    await client.updateConnection(id, { name: "x" });
    expect(updates(running)).toBe(1);
  });

  it.each([
    [
      "untrusted",
      "loopback",
      false,
      "that this machine does not trust. Add the authority that issued it to the system's, or name it in NODE_EXTRA_CA_CERTS",
    ],
    ["expired", "expired", true, "that has expired. Check this machine's clock, or tell whoever runs the service"],
    ["not-yet-valid", "not-yet-valid", true, "that is not valid yet. Check this machine's clock"],
    ["wrong-host", "other-host", true, "that belongs to another host. Check the tenant's address"],
  ] as const)("that is %s is refused, and nothing is sent", async (fault, name, trusted, words) => {
    const running = await service({ tls: certificate(name) });
    const { client } = connect(running, { network: { extraAuthorities: trusted ? [AUTHORITY] : [] } });
    const error = await failure(client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "certificate", fault, sent: "no" });
    expect(said(error)).toBe(`${new URL(running.origin).host} shows a certificate ${words}. Nothing was sent.`);
    expect(running.requests.all()).toEqual([]);
  });

  it.each([
    ["http.proxyStrictSSL", { proxyStrictSsl: false }],
    ["the setting and a proxy that is not used", { proxyStrictSsl: false, proxy: "http://127.0.0.1:1" }],
  ])("of the service is checked whatever the settings say: %s", async (_, network) => {
    const running = await service({ tls: certificate("loopback") });
    expect(await failure(connect(running, { network }).client.listPage(0))).toMatchObject({
      kind: "certificate",
    });
    expect(running.requests.all()).toEqual([]);
  });

  it("of the service is checked though the environment would have none checked", async () => {
    const running = await service({ tls: certificate("loopback") });
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      expect(await failure(connect(running).client.listPage(0))).toMatchObject({
        kind: "certificate",
        fault: "untrusted",
      });
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });

  it("counts from the next request on when an authority is added", async () => {
    const running = await service({ tls: certificate("loopback") });
    const { client } = connect(running);
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "certificate" });
    client.configure({ environment: {}, extraAuthorities: [AUTHORITY] });
    expect((await client.listPage(0)).records.length).toBe(12);
    client.configure({ environment: {} });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "certificate" });
  });
});

describe("an authority that the system trusts", () => {
  let file = "";
  beforeAll(async () => {
    file = join(await mkdtemp(join(tmpdir(), "vaultconn-authority-")), "authorities.pem");
    await writeFile(file, AUTHORITY);
  });
  afterAll(async () => {
    await rm(dirname(file), { recursive: true });
  });
  const network = (rest: NetworkSettings = {}) => ({ network: { environment: { SSL_CERT_FILE: file }, ...rest } });

  it("is trusted, and an update is sent once", async () => {
    const running = await service({ tls: certificate("loopback") });
    const { client } = connect(running, network());
    await client.updateConnection(id, { name: "x" });
    expect((await Promise.all([client.listPage(0), client.listPage(0)])).map(({ records }) => records.length)).toEqual([
      12, 12,
    ]);
    expect(updates(running)).toBe(1);
  });

  it.each([
    ["expired", "expired"],
    ["wrong-host", "other-host"],
  ] as const)("excuses nothing else: %s", async (fault, name) => {
    const running = await service({ tls: certificate(name) });
    const error = await failure(connect(running, network()).client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "certificate", fault, sent: "no" });
    expect(running.requests.all()).toEqual([]);
  });

  it("does not count where http.systemCertificates is off", async () => {
    const running = await service({ tls: certificate("loopback") });
    expect(await failure(connect(running, network({ systemCertificates: false })).client.listPage(0))).toMatchObject({
      kind: "certificate",
      fault: "untrusted",
    });
    expect(running.requests.all()).toEqual([]);
  });

  it("is not the one that issued a certificate by another of the same name", async () => {
    const running = await service({ tls: certificate("namesake") });
    expect(await failure(connect(running, network()).client.listPage(0))).toMatchObject({
      kind: "certificate",
    });
    expect(running.requests.all()).toEqual([]);
  });
});

it("several requests share connections, and authorities that are read once", async () => {
  const running = await service({ tls: certificate("loopback"), connections: 2000 });
  const made = vi.spyOn(tls, "createSecureContext");
  const { client } = connect(running, { network: { extraAuthorities: [AUTHORITY] } });
  let loaded = 0;
  for await (const page of listPages(client)) loaded = page.loaded;
  expect(loaded).toBe(2000);
  expect(running.requests.sockets).toBe(CONNECTIONS);
  expect(made.mock.calls.filter(([options]) => options?.ca)).toHaveLength(1);
});
