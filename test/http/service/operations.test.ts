import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import connectionSchema from "../../../schemas/connection.schema.json";
import type { Connection } from "../../../schemas/generated/connection.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { service } from "../client/support.js";
import { list, message, update } from "./support.js";

const { id, name, updated_at } = connectionAt(0);
const NOT_READY = connectionAt(4).id;
const BEARER = { type: "BEARER", token: "t-0815" };

/** A record as a list has it. */
function itemAt(index: number): object {
  const { environment: _environment, ...item } = connectionAt(index);
  return item;
}

describe("a token", () => {
  it.each([
    ["missing", null],
    ["no JWT", "abc"],
    ["of another service", "other"],
  ])("that is %s is refused with 401 by both operations", async (_, given) => {
    const [running, other] = [await service(), await service()];
    const token = given === "other" ? other.accessToken : given;
    for (const response of [await list(running, "", { token }), await update(running, id, { name: "x" }, { token })])
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect(running.connections.get(id)).toEqual(connectionAt(0));
  });

  it("is taken until tokens are revoked, or until the second it expires", async () => {
    let now = 1_800_000_000_000;
    const running = await service({ now: () => now });
    const token = await running.token({ expiresInSeconds: 60 });
    now += 59_999;
    expect((await list(running, "", { token })).status).toBe(200);
    now += 1;
    expect((await list(running, "", { token })).status).toBe(401);
    running.revokeTokens();
    expect((await list(running)).status).toBe(401);
    expect((await list(running, "", { token: await running.token() })).status).toBe(200);
  });
});

describe("the list operation", () => {
  it.each([
    ["", 120, 0, 50],
    ["page=2", 120, 100, 20],
    ["page=3", 120, 120, 0],
    ["page=1000&per_page=100", 100_100, 100_000, 100],
    ["per_page=7&page=3", 120, 21, 7],
  ])("answers ?%s of %i connections from number %i with %i", async (query, connections, first, count) => {
    const { json } = await list(await service({ connections }), query);
    expect(json).toEqual(Array.from({ length: count }, (_, i) => itemAt(first + i)));
  });

  it.each(["page=-1", "page=1001", "page=1e2", "per_page=101", "include_totals=1", "page=1&page=2", "pages=1"])(
    "refuses ?%s with 400, naming the parameter",
    async (query) => {
      const response = await list(await service(), query);
      expect([response.status, message(response)]).toEqual([400, expect.stringContaining(query.split("=")[0] ?? "")]);
    },
  );
});

describe("the update operation", () => {
  it("changes name, updated_at and fingerprint, and replies with the record", async () => {
    const running = await service();
    const record = (await update(running, id, { name: "Salesforce EU" })).json as Connection;
    const { updated_at: time, fingerprint } = record;
    expect(record).toEqual({ ...connectionAt(0), name: "Salesforce EU", updated_at: time, fingerprint });
    expect(fingerprint).not.toBe(connectionAt(0).fingerprint);
    const { environment: _environment, ...item } = record;
    expect((await list(running, "per_page=1")).json).toEqual([item]);
  });

  it("keeps the setup, which no reply carries, and the name where only a setup is sent", async () => {
    const running = await service();
    const reply = await update(running, id, { setup: BEARER });
    expect(reply.text + (await list(running)).text).not.toMatch(/setup|t-0815|BEARER/);
    expect([running.connections.setupOf(id), running.connections.get(id)?.name]).toEqual([BEARER, name]);
  });

  it.each([
    ["revision", 4],
    ["content", 2],
  ] as const)("gives a later updated_at each time, and a fingerprint by the %s", async (fingerprint, different) => {
    const running = await service({ now: () => Date.parse(updated_at), choices: { fingerprint } });
    const records = [connectionAt(0)];
    for (let i = 0; i < 3; i++) records.push((await update(running, id, { name })).json as Connection);
    const times = records.map((record) => record.updated_at);
    expect([new Set(times).size, times.toSorted()]).toEqual([4, times]);
    expect(new Set(records.map((record) => record.fingerprint)).size).toBe(different);
  });

  it.each([
    ["when-filled", BEARER, true],
    ["when-filled", {}, false],
    ["never", BEARER, false],
  ] as const)("sets ready by the choice %s after the setup %j: %s", async (readyAfterSetup, setup, ready) => {
    const running = await service({ choices: { readyAfterSetup } });
    expect((await update(running, NOT_READY, { name: "Other" })).json).toMatchObject({ ready: false });
    expect((await update(running, NOT_READY, { setup })).json).toMatchObject({ ready });
  });

  it.each([
    ["beyond the number of connections", connectionAt(12).id, 404],
    ["of 31 characters", "a".repeat(31), 400],
    ["percent-encoded", id.replace("_", "%5F"), 200],
    ["not decodable", "%zz", 400],
  ])("with an id that is %s gives the right status", async (_, segment, status) => {
    expect((await update(await service(), segment, { name: "x" })).status).toBe(status);
  });

  // The limits and formats of each field stand in the schemas, and are tested there.
  it.each<[string, string | Uint8Array | object, string]>([
    ["a name of 151 characters", { name: "n".repeat(151) }, "The property name"],
    ["an unknown property", { name: "x", ready: true }, "ready"],
    ["a property named __proto__", '{"name":"x","__proto__":{"name":"y"}}', "__proto__"],
    ["nothing to change", {}, "name or setup"],
    ["JSON cut short", '{"name":"x"', "not valid JSON"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "not valid JSON"],
    ["a setup that is a text", { setup: "x" }, "setup"],
    ["no variant's type", { setup: { type: "PASSWORD" } }, "setup.type"],
    ["an unknown field in a closed variant", { setup: { ...BEARER, extra: 1 } }, "setup.extra"],
  ])("refuses %s, naming what is wrong", async (_, body, expected) => {
    const running = await service();
    const response = await update(running, id, body);
    expect([response.status, message(response)]).toEqual([400, expect.stringContaining(expected)]);
    expect([running.connections.setupOf(id), running.connections.get(id)]).toEqual([undefined, connectionAt(0)]);
    expect(running.requests.all()).toMatchObject([{ applied: false, status: 400 }]);
  });
});

it.each([
  ["epoch-seconds", "1800000010"],
  ["seconds-from-now", "10"],
] as const)("a rate limit in %s counts both operations and begins anew after its window", async (unit, reset) => {
  let now = 1_800_000_000_000;
  const choices = { rateLimitReset: unit };
  const running = await service({ rateLimit: { limit: 2, windowSeconds: 10 }, now: () => now, choices });
  const replies = [await list(running), await update(running, id, { name: "x" }), await list(running)];
  const told = replies.map(({ status, headers }) => [
    status,
    ...["remaining", "reset"].map((what) => headers.get(`x-ratelimit-${what}`)),
  ]);
  expect(told).toEqual([
    [200, "1", reset],
    [200, "0", reset],
    [429, "0", reset],
  ]);
  now += 10_000;
  expect((await list(running)).status).toBe(200);
});

it("the catalogue holds records as the document describes them, of which a few are not ready", () => {
  const all = Array.from({ length: 3000 }, (_, i) => connectionAt(i));
  const isConnection = new Ajv({ keywords: ["x-secret"] }).compile(connectionSchema);
  expect(all.filter((record) => !isConnection(record))).toEqual([]);
  const notReady = all.filter(({ ready }) => !ready).length;
  expect([notReady > 150, notReady < 375]).toEqual([true, true]);
});

it("somebody else changes a record, its time and its fingerprint", async () => {
  const running = await service();
  running.connections.change(id, { name: "Theirs", ready: false });
  const [record] = (await list(running)).json as readonly Connection[];
  expect(record).toMatchObject({ id, name: "Theirs", ready: false });
  expect(record && record.updated_at > updated_at).toBe(true);
  expect(record?.fingerprint).not.toBe(connectionAt(0).fingerprint);
});
