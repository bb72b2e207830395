import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { list, message, records, service, update } from "./support.js";

const { id, name, created_at, updated_at, fingerprint } = connectionAt(0);
const NOT_READY = connectionAt(4).id;
const BEARER = { type: "BEARER", token: "t-0815" };

describe("the update operation", () => {
  it("changes name, updated_at and fingerprint, and replies with the record and its environment", async () => {
    const running = await service();
    const before = Date.now();
    const response = await update(running, id, { name: "Salesforce EU" });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    const record = response.json as Record<string, unknown>;
    expect(record).toEqual({
      ...connectionAt(0),
      name: "Salesforce EU",
      updated_at: record["updated_at"],
      fingerprint: record["fingerprint"],
    });
    expect(record).toMatchObject({ environment: "production", created_at });
    expect(Date.parse(String(record["updated_at"]))).toBeGreaterThanOrEqual(before);
    expect(record["fingerprint"]).not.toBe(fingerprint);
  });

  it("is seen in the list afterwards, without environment", async () => {
    const running = await service();
    const updated = (await update(running, id, { name: "New name" })).json as Record<string, unknown>;
    const { environment, ...item } = updated;
    expect(environment).toBe("production");
    expect(records(await list(running))[0]).toEqual(item);
  });

  it("never returns the setup, which it keeps", async () => {
    const running = await service();
    const reply = await update(running, id, { setup: BEARER });
    const listed = await list(running, "include_totals=true");
    expect(reply.text + listed.text).not.toMatch(/setup|t-0815|BEARER/);
    expect(running.connections.setupOf(id)).toEqual(BEARER);
  });

  it("keeps the name where only a setup is sent, and the setup where only a name is", async () => {
    const running = await service();
    await update(running, id, { setup: BEARER });
    expect(running.connections.get(id)?.name).toBe(name);
    await update(running, id, { name: "Other" });
    expect(running.connections.setupOf(id)).toEqual(BEARER);
  });

  it("gives a later updated_at each time, even within a millisecond", async () => {
    const running = await service({ now: () => Date.parse(updated_at) });
    const times = [];
    for (const next of ["a", "b", "c"])
      times.push(((await update(running, id, { name: next })).json as { updated_at: string }).updated_at);
    expect(new Set([updated_at, ...times]).size).toBe(4);
    expect([updated_at, ...times].sort()).toEqual([updated_at, ...times]);
  });

  it.each([
    ["when-filled", BEARER, true],
    ["when-filled", {}, false],
    ["unchanged", BEARER, false],
    ["never", BEARER, false],
  ] as const)("sets ready by the choice %s after the setup %j: %s", async (readyAfterSetup, setup, ready) => {
    const running = await service({ choices: { readyAfterSetup } });
    expect((await update(running, NOT_READY, { setup })).json).toMatchObject({ ready });
  });

  it("leaves ready alone when the name changes", async () => {
    expect((await update(await service(), NOT_READY, { name: "Still not ready" })).json).toMatchObject({
      ready: false,
    });
  });

  it.each([
    ["replace", { type: "BASIC_AUTH", username: "u" }],
    ["merge", { type: "BASIC_AUTH", username: "u", password: "p" }],
  ] as const)("stores a setup by the choice %s", async (setupUpdate, stored) => {
    const running = await service({ choices: { setupUpdate } });
    await update(running, id, { setup: { type: "BASIC_AUTH", username: "before", password: "p" } });
    await update(running, id, { setup: { type: "BASIC_AUTH", username: "u" } });
    expect(running.connections.setupOf(id)).toEqual(stored);
  });

  it("replaces a setup of another type even when it merges", async () => {
    const running = await service({ choices: { setupUpdate: "merge" } });
    await update(running, id, { setup: { type: "BASIC_AUTH", username: "u" } });
    await update(running, id, { setup: BEARER });
    expect(running.connections.setupOf(id)).toEqual(BEARER);
  });

  it.each([
    ["revision", false],
    ["content", true],
  ] as const)("by the choice %s, an update that changes nothing keeps the fingerprint: %s", async (choice, same) => {
    const running = await service({ choices: { fingerprint: choice } });
    const [first, second] = [await update(running, id, { name }), await update(running, id, { name })];
    expect(
      (first.json as { fingerprint: string }).fingerprint === (second.json as { fingerprint: string }).fingerprint,
    ).toBe(same);
  });

  it.each([
    ["nothing", undefined],
    ["{}", {}],
  ])("refuses an empty body (%s) or accepts it, by choice", async (_, body) => {
    const strict = await service();
    const refused = await update(strict, id, body, { headers: { "Content-Type": "application/json" } });
    expect([refused.status, strict.connections.get(id)?.fingerprint]).toEqual([400, fingerprint]);
    const lax = await service({ choices: { emptyUpdate: "accepted" } });
    expect((await update(lax, id, body)).status).toBe(200);
  });
});

describe("the id of an update", () => {
  it.each([
    ["unknown", "ac_AAAAAAAAAAAAAAAAAAAA", 404],
    ["beyond the number of connections", connectionAt(12).id, 404],
    ["almost right", `${id}A`, 404],
    ["30 characters", "a".repeat(30), 404],
    ["31 characters", "a".repeat(31), 400],
    ["30 characters beyond the basic plane", encodeURIComponent("😀".repeat(30)), 404],
    ["percent-encoded", id.replace("_", "%5F"), 200],
    ["dots, encoded", "%2e%2e%2fx", 404],
    ["not decodable", "%zz", 400],
    ["two segments", `${id}/x`, 404],
    ["an empty segment", "", 404],
  ])("%s: %s gives %i", async (_, segment, status) => {
    expect((await update(await service(), segment, { name: "x" })).status).toBe(status);
  });

  it("is not looked up before the body is found right", async () => {
    expect((await update(await service(), "unknown", { nam: "x" })).status).toBe(400);
  });

  it("answers 404 for a connection that was removed", async () => {
    const running = await service();
    running.connections.remove(id);
    const response = await update(running, id, { name: "x" });
    expect([response.status, message(response)]).toEqual([404, "The vault connection does not exist."]);
    expect(running.connections.size).toBe(11);
  });
});
