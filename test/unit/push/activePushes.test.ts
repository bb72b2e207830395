import { describe, expect, it } from "vitest";
import { ActivePushes } from "../../../client/core/push/activePushes.js";
import type { PushRequest } from "../../../client/core/push/request.js";

const request = (origin: string, id: string): PushRequest => ({
  service: { listPage: () => Promise.reject(new Error()), updateConnection: () => Promise.reject(new Error()) },
  tenant: { origin, name: "Acme" },
  id,
  file: "",
  written: { request: {}, leftOut: [] },
  sources: {
    trusted: true,
    environment: () => undefined,
    secret: () => Promise.resolve(undefined),
    file: () => Promise.resolve({ ok: false, fault: "not-found" }),
  },
});

describe("pushes that have not ended", () => {
  it("are one at most for each connection of a tenant, until they end", () => {
    const active = new ActivePushes();
    const [here, elsewhere, other] = [request("https://a", "1"), request("https://b", "1"), request("https://a", "2")];
    const first = active.begin([here, other]);
    expect(first.begun).toEqual([here, other]);
    const second = active.begin([{ ...here }, elsewhere]);
    expect(second.begun).toEqual([elsewhere]);
    second.end();
    expect(active.begin([{ ...here }]).begun).toEqual([]);
    first.end();
    expect(active.begin([here, elsewhere]).begun).toEqual([here, elsewhere]);
  });
});
