import * as net from "node:net";
import { describe, expect, it, vi } from "vitest";
import { SAMPLE_IDS } from "../../../client/core/sample/sampleRecords.js";
import { createSampleClient } from "../../../client/core/sample/createSampleClient.js";

describe("the sample tenant's client", () => {
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
