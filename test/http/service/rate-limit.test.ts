import { describe, expect, it } from "vitest";
import type { ServiceOptions } from "../../service/service.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { list, service, update, type Response } from "./support.js";

const { id } = connectionAt(0);
const NOW = 1_800_000_000_000;
const LIMIT = { limit: 2, windowSeconds: 10 };

function limits({ headers }: Response): (string | null)[] {
  return ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
}

/** A service whose clock stands still until it is moved. */
async function clocked(options: ServiceOptions = {}) {
  const clock = { now: NOW };
  return { clock, running: await service({ rateLimit: LIMIT, now: () => clock.now, ...options }) };
}

describe("a rate limit", () => {
  it("is off unless asked for", async () => {
    expect(limits(await list(await service()))).toEqual([null, null, null]);
  });

  it("is told with each reply, counts both operations, and gives 429 when exceeded", async () => {
    const { running } = await clocked();
    const reset = String(NOW / 1000 + 10);
    expect(limits(await list(running))).toEqual(["2", "1", reset]);
    expect(limits(await update(running, id, { name: "x" }))).toEqual(["2", "0", reset]);
    const refused = await update(running, id, { name: "y" });
    expect([refused.status, ...limits(refused)]).toEqual([429, "2", "0", reset]);
    expect(refused.headers.has("retry-after")).toBe(false);
    expect(running.connections.get(id)?.name).toBe("x");
  });

  it("begins anew when its window is over", async () => {
    const { clock, running } = await clocked();
    for (const status of [200, 200, 429]) expect((await list(running)).status).toBe(status);
    clock.now += 9_999;
    expect((await list(running)).status).toBe(429);
    clock.now += 1;
    expect((await list(running)).status).toBe(200);
  });

  it.each([
    ["epoch-seconds", String(NOW / 1000 + 10)],
    ["epoch-milliseconds", String(NOW + 10_000)],
    ["seconds-from-now", "10"],
  ] as const)("tells the reset as %s: %s", async (rateLimitReset, expected) => {
    const { running } = await clocked({ choices: { rateLimitReset } });
    expect(limits(await list(running))[2]).toBe(expected);
  });

  it.each([
    ["none", null],
    ["seconds", "10"],
    ["date", new Date(NOW + 10_000).toUTCString()],
  ] as const)("tells how long to wait as %s: %s", async (retryAfter, expected) => {
    const { running } = await clocked({ choices: { retryAfter }, rateLimit: { limit: 0, windowSeconds: 10 } });
    const response = await list(running);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, expected]);
  });

  it("of the token endpoint is its own", async () => {
    const { running } = await clocked({ rateLimit: undefined, tokenRateLimit: { limit: 0, windowSeconds: 10 } });
    const response = await fetch(`${running.authUrl}/oauth/token/`, { method: "POST", body: new URLSearchParams() });
    expect([response.status, response.headers.get("x-ratelimit-remaining")]).toEqual([429, "0"]);
    expect((await list(running)).status).toBe(200);
  });

  it("can be set and lifted while the service runs", async () => {
    const { running } = await clocked({ rateLimit: undefined });
    running.limit({ limit: 0, windowSeconds: 10 });
    expect((await list(running)).status).toBe(429);
    running.limit(undefined);
    expect((await list(running)).status).toBe(200);
  });
});
