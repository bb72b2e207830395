import { beforeAll, describe, expect, it } from "vitest";
import { createAuthority, type Authority } from "../../service/certificates.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { connect, failure, FIRST_PAGE, said, service, updates } from "./support.js";

const { id } = connectionAt(0);
let authority: Authority;

beforeAll(async () => {
  authority = await createAuthority();
});

describe("a certificate", () => {
  it("of an authority that was added is accepted", async () => {
    const running = await service({ tls: await authority.issue() });
    const { client } = connect(running, { network: { extraAuthorities: [authority.cert] } });
    expect((await client.listPage(FIRST_PAGE)).records.length).toBe(12);
    await client.updateConnection(id, { name: "x" });
    expect(updates(running)).toBe(1);
  });

  it.each([
    ["untrusted", {}, false, "that this machine does not trust"],
    ["expired", { notBefore: new Date("2020-01-01"), notAfter: new Date("2021-01-01") }, true, "that has expired"],
    ["not-yet-valid", { notBefore: new Date("2090-01-01"), notAfter: new Date("2091-01-01") }, true, "that is not valid yet. Check this machine's clock"],
    ["wrong-host", { hosts: ["other.example"] }, true, "that belongs to another host"],
  ] as const)("that is %s is refused, and nothing is sent", async (fault, options, trusted, words) => {
    const running = await service({ tls: await authority.issue(options) });
    const { client } = connect(running, { network: { extraAuthorities: trusted ? [authority.cert] : [] } });
    const error = await failure(client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "certificate", fault, sent: "no" });
    expect(said(error)).toBe(`${new URL(running.origin).host} shows a certificate ${words}. Nothing was sent.`);
    expect(running.requests.all()).toEqual([]);
  });

  it.each([
    ["http.proxyStrictSSL", { proxyStrictSsl: false }],
    ["the setting and a proxy that is not used", { proxyStrictSsl: false, proxy: "http://127.0.0.1:1" }],
  ])("of the service is checked whatever the settings say: %s", async (_, network) => {
    const running = await service({ tls: await authority.issue() });
    expect(await failure(connect(running, { network }).client.listPage(FIRST_PAGE))).toMatchObject({ kind: "certificate" });
    expect(running.requests.all()).toEqual([]);
  });

  it("of the service is checked though the environment would have none checked", async () => {
    const running = await service({ tls: await authority.issue() });
    const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      expect(await failure(connect(running).client.listPage(FIRST_PAGE))).toMatchObject({ kind: "certificate", fault: "untrusted" });
    } finally {
      if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
      else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    }
  });

  it("counts from the next request on when an authority is added", async () => {
    const running = await service({ tls: await authority.issue() });
    const { client } = connect(running);
    expect(await failure(client.listPage(FIRST_PAGE))).toMatchObject({ kind: "certificate" });
    client.configure({ environment: {}, extraAuthorities: [authority.cert] });
    expect((await client.listPage(FIRST_PAGE)).records.length).toBe(12);
    client.configure({ environment: {} });
    expect(await failure(client.listPage(FIRST_PAGE))).toMatchObject({ kind: "certificate" });
  });
});

it("several requests share connections", async () => {
  const running = await service({ tls: await authority.issue(), connections: 2000 });
  const { client } = connect(running, { network: { extraAuthorities: [authority.cert] } });
  let loaded = 0;
  for await (const page of client.listAll()) loaded = page.loaded;
  expect(loaded).toBe(2000);
  expect(running.requests.sockets).toBeLessThanOrEqual(8);
});
