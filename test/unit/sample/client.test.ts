import * as net from "node:net";
import { describe, expect, it, vi } from "vitest";
import { SAMPLE_IDS, sampleRecords } from "../../../client/core/sample/sampleRecords.js";
import { createSampleClient } from "../../../client/core/sample/createSampleClient.js";
import type { ServiceClient } from "../../../client/core/service/serviceClient.js";
import { isServiceError } from "../../../client/core/service/errors/errors.js";

const namesOf = async (sample: ServiceClient): Promise<readonly string[]> =>
  (await sample.listPage(0)).records.map(({ name }) => name);

describe("the sample tenant's client", () => {
  it("has about 40 connections, a few of them not ready", async () => {
    const { records, total, more } = await createSampleClient().listPage(0);
    expect([records.length, total, more]).toEqual([40, 40, false]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(40);
    expect(new Set(records.map(({ app_id }) => app_id)).size).toBeGreaterThan(10);
    expect(records.filter(({ ready }) => !ready).length).toBeGreaterThan(3);
    expect(records.every(({ updated_at, fingerprint }) => updated_at && fingerprint)).toBe(true);
    expect(records.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.values(SAMPLE_IDS)));
  });

  it("lists one page, with dates relative to now", async () => {
    expect(await createSampleClient().listPage(1)).toMatchObject({ records: [], more: false });
    const now = Date.now();
    for (const { created_at, updated_at } of sampleRecords(now)) {
      expect(Date.parse(updated_at ?? "")).toBeLessThan(now);
      expect(Date.parse(created_at ?? "")).toBeLessThan(Date.parse(updated_at ?? ""));
    }
  });

  it("loses one response to an applied update", async () => {
    const sample = createSampleClient();
    const lost: unknown = await sample
      .updateConnection(SAMPLE_IDS.lostAnswer, JSON.stringify({ name: "New" }))
      .catch((error: unknown) => error);
    expect(isServiceError(lost) && [lost.kind, lost.sent]).toEqual(["reset", "maybe"]);
    expect(await namesOf(sample)).toContain("New");
    expect(await sample.updateConnection(SAMPLE_IDS.lostAnswer, JSON.stringify({ name: "Newer" }))).toMatchObject({
      name: "Newer",
    });
  });

  it("knows no other connections, can be canceled, and sends no requests", async () => {
    const connect = vi.spyOn(net.Socket.prototype, "connect");
    const sample = createSampleClient();
    await expect(sample.updateConnection("ac_other", JSON.stringify({ name: "x" }))).rejects.toMatchObject({
      kind: "not-found",
    });
    const cancelled = new AbortController();
    const update = sample.updateConnection(SAMPLE_IDS.drift, JSON.stringify({ name: "x" }), {
      signal: cancelled.signal,
    });
    cancelled.abort();
    await expect(update).rejects.toMatchObject({ kind: "cancelled" });
    await sample.close();
    await expect(sample.listPage(0)).rejects.toMatchObject({ kind: "cancelled" });
    expect(connect).not.toHaveBeenCalled();
    connect.mockRestore();
  });
});
