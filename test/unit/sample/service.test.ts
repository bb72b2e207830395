import * as net from "node:net";
import { describe, expect, it, vi } from "vitest";
import { SAMPLE_IDS, sampleRecords } from "../../../client/core/sample/records.js";
import { sampleService } from "../../../client/core/sample/service.js";
import { createServiceClient, type ServiceClient } from "../../../client/core/service/client.js";
import { isServiceError } from "../../../client/core/service/errors/errors.js";
import { SAMPLE_CREDENTIAL, sampleTenant } from "../../../client/core/sample/sampleTenant.js";

function client(): ServiceClient {
  return createServiceClient({
    tenant: sampleTenant(),
    credential: () => Promise.resolve(SAMPLE_CREDENTIAL),
    log: { info: () => undefined, warn: () => undefined },
    // Whatever a proxy would be told, it is not asked.
    network: { proxy: "http://127.0.0.1:1" },
    inMemory: sampleService(),
  });
}

const WHOLE = { page: 0, perPage: 100, includeTotals: true };

const namesOf = async (sample: ServiceClient): Promise<readonly string[]> =>
  (await sample.listPage(WHOLE)).records.map(({ name }) => name);

describe("the sample's service", () => {
  it("has some forty connections of several applications, a few of them not ready, and the three of its files", async () => {
    const { records, total, more } = await client().listPage(WHOLE);
    expect([records.length, total, more]).toEqual([40, 40, false]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(40);
    expect(new Set(records.map(({ app_id }) => app_id)).size).toBeGreaterThan(10);
    expect(records.filter(({ ready }) => !ready).length).toBeGreaterThan(3);
    expect(records.every(({ updated_at, fingerprint }) => updated_at && fingerprint)).toBe(true);
    expect(records.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(SAMPLE_IDS)));
  });

  it("lists page by page, in the past as of any moment", async () => {
    const second = await client().listPage({ page: 1, perPage: 25, includeTotals: true });
    expect([second.records.length, second.more]).toEqual([15, false]);
    const now = Date.now();
    for (const { created_at, updated_at } of sampleRecords(now)) {
      expect(Number(updated_at)).toBeLessThan(now);
      expect(Number(created_at)).toBeLessThan(Number(updated_at));
    }
  });

  it("takes an update, and has it in the list from then on", async () => {
    const sample = client();
    const before = (await sample.listPage(WHOLE)).records.find(({ id }) => id === SAMPLE_IDS.mistake);
    const after = await sample.updateConnection(SAMPLE_IDS.mistake, { name: "Billing EU", setup: { type: "TOKEN" } });
    expect([before?.name, after.name, after.ready]).toEqual(["Billing", "Billing EU", true]);
    expect(after.fingerprint).not.toBe(before?.fingerprint);
    expect(await namesOf(sample)).toContain("Billing EU");
    expect(await namesOf(client())).toContain("Billing");
  });

  it("loses one answer to an update that took effect, and no second one", async () => {
    const sample = client();
    const lost: unknown = await sample
      .updateConnection(SAMPLE_IDS.lostAnswer, { name: "New" })
      .catch((error: unknown) => error);
    expect(isServiceError(lost) && [lost.kind, lost.sent]).toEqual(["reset", "maybe"]);
    expect(await namesOf(sample)).toContain("New");
    expect(await sample.updateConnection(SAMPLE_IDS.lostAnswer, { name: "Newer" })).toMatchObject({ name: "Newer" });
  });

  it("knows no other connection, ends what is cancelled, and opens no socket for anything", async () => {
    const connect = vi.spyOn(net.Socket.prototype, "connect");
    const sample = client();
    await expect(sample.updateConnection("ac_other", { name: "x" })).rejects.toMatchObject({ kind: "not-found" });
    const cancelled = new AbortController();
    const update = sample.updateConnection(SAMPLE_IDS.drift, { name: "x" }, { signal: cancelled.signal });
    cancelled.abort();
    await expect(update).rejects.toMatchObject({ kind: "cancelled" });
    await sample.close();
    await expect(sample.listPage(WHOLE)).rejects.toMatchObject({ kind: "cancelled" });
    expect(connect).not.toHaveBeenCalled();
    connect.mockRestore();
  });
});
