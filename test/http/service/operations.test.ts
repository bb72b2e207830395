import { Ajv } from "ajv";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import connectionSchema from "../../../schemas/connection.schema.json";
import type { Connection } from "../../../schemas/generated/connection.js";
import { connectionAt } from "../../service/data/catalogue.js";
import type { Service } from "../../service/service.js";
import { list, message, records, service, update } from "./support.js";

const { id, name, created_at, updated_at, fingerprint } = connectionAt(0);
const READ = "read:flows_vault_connections";
const UPDATE = "update:flows_vault_connections";
const NOT_READY = connectionAt(4).id;
const BEARER = { type: "BEARER", token: "t-0815" };
const JSON_TYPE = { "Content-Type": "application/json" };

describe("a token", () => {
  it.each<[string, RegExp, (to: Service) => string | null | Promise<string>]>([
    ["missing", /^Invalid token$/, () => null],
    ["no JWT", /^Invalid token$/, () => "abc"],
    [
      "unsigned",
      /^Invalid token$/,
      ({ accessToken }) =>
        `${Buffer.from('{"alg":"none"}').toString("base64url")}.${String(accessToken.split(".")[1])}.`,
    ],
    [
      "signed with another key",
      /signature/,
      () => new SignJWT({ scope: UPDATE }).setProtectedHeader({ alg: "HS256" }).sign(Buffer.alloc(32, 1)),
    ],
    ["expired", /^Expired/, (to) => to.token({ expiresInSeconds: -1 })],
  ])("that is %s is refused with 401 by both operations", async (_, expected, make) => {
    const running = await service();
    const token = await make(running);
    for (const response of [await list(running, "", { token }), await update(running, id, { name: "x" }, { token })]) {
      expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(message(response)).toMatch(expected);
    }
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

  it.each([
    ["update", undefined, [READ], 403],
    ["update", undefined, [UPDATE], 200],
    ["list", undefined, [], 200],
    ["list", READ, [UPDATE], 403],
    ["list", READ, [READ], 200],
  ] as const)(
    "for an %s where lists need %s, with the scopes %j, gives %i",
    async (operation, listScope, scopes, status) => {
      const running = await service({ choices: { listScope } });
      const token = await running.token({ scopes });
      const response = await (operation === "list"
        ? list(running, "", { token })
        : update(running, id, { name: "x" }, { token }));
      expect(response.status).toBe(status);
      if (status === 403) expect(message(response)).toContain(operation === "list" ? READ : UPDATE);
    },
  );
});

describe("the list operation", () => {
  it.each([
    ["", 120, 0, 50],
    ["page=2", 120, 100, 20],
    ["page=3", 120, 120, 0],
    ["page=1000&per_page=100", 100_100, 100_000, 100],
    ["per_page=7&page=3", 120, 21, 7],
    ["include_totals=false", 3, 0, 3],
    ["", 0, 0, 0],
  ])("answers ?%s of %i connections from number %i with %i", async (query, connections, first, count) => {
    const running = await service({ connections });
    const response = await list(running, query);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
    expect(records(response)).toEqual(
      Array.from({ length: count }, (_, i) => {
        const { environment: _environment, ...item } = connectionAt(first + i);
        return item;
      }),
    );
  });

  it.each([
    "page=-1",
    "page=1001",
    "page=1e2",
    "page=",
    "per_page=0",
    "per_page=101",
    "include_totals=1",
    "page=1&page=2",
    "pages=1",
  ])("refuses ?%s with 400, naming the parameter", async (query) => {
    const response = await list(await service(), query);
    expect([response.status, message(response)]).toEqual([400, expect.stringContaining(query.split("=")[0] ?? "")]);
  });
});

describe("the update operation", () => {
  it("changes name, updated_at and fingerprint, and replies with the record and its environment", async () => {
    const running = await service();
    const before = Date.now();
    const record = (await update(running, id, { name: "Salesforce EU" })).json as Record<string, unknown>;
    expect(record).toEqual({
      ...connectionAt(0),
      name: "Salesforce EU",
      updated_at: record["updated_at"],
      fingerprint: record["fingerprint"],
    });
    expect(record).toMatchObject({ environment: "production", created_at });
    expect(Date.parse(String(record["updated_at"]))).toBeGreaterThanOrEqual(before);
    expect(record["fingerprint"]).not.toBe(fingerprint);
    const { environment: _, ...item } = record;
    expect(records(await list(running))[0]).toEqual(item);
  });

  it("keeps the setup, which no reply carries, and the name where only a setup is sent", async () => {
    const running = await service();
    const reply = await update(running, id, { setup: BEARER });
    expect(reply.text + (await list(running)).text).not.toMatch(/setup|t-0815|BEARER/);
    expect([running.connections.setupOf(id), running.connections.get(id)?.name]).toEqual([BEARER, name]);
  });

  it("gives a later updated_at and another fingerprint each time, even within a millisecond", async () => {
    const running = await service({ now: () => Date.parse(updated_at) });
    const replies: Connection[] = [];
    for (let i = 0; i < 3; i++) replies.push((await update(running, id, { name })).json as Connection);
    const times = [updated_at, ...replies.map((record) => record.updated_at)];
    expect([new Set(times).size, times.toSorted()]).toEqual([4, times]);
    expect(new Set(replies.map((record) => record.fingerprint)).size).toBe(3);
  });

  it("keeps the fingerprint where nothing changes, if it follows from the content", async () => {
    const running = await service({ choices: { fingerprint: "content" } });
    const replies = [await update(running, id, { name }), await update(running, id, { name })];
    expect(new Set(replies.map(({ json }) => (json as Connection).fingerprint)).size).toBe(1);
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
    ["unknown", "ac_AAAAAAAAAAAAAAAAAAAA", 404],
    ["beyond the number of connections", connectionAt(12).id, 404],
    ["31 characters", "a".repeat(31), 400],
    ["percent-encoded", id.replace("_", "%5F"), 200],
    ["not decodable", "%zz", 400],
  ])("with an id that is %s (%s) gives %i", async (_, segment, status) => {
    expect((await update(await service(), segment, { name: "x" })).status).toBe(status);
  });

  // The limits and formats of each field stand in the schemas, and are tested there.
  it.each<[string, unknown, string]>([
    ["a name of 151 characters", { name: "n".repeat(151) }, "The property name"],
    ["an unknown property", { name: "x", ready: true }, "ready"],
    ["a property named __proto__", '{"name":"x","__proto__":{"name":"y"}}', "__proto__"],
    ["nothing to change", {}, "name or setup"],
    ["a list", [], "The request body"],
    ["JSON cut short", '{"name":"x"', "not valid JSON"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), "not valid JSON"],
    ["a setup that is a text", { setup: "x" }, "setup"],
    ["no variant's type", { setup: { type: "PASSWORD" } }, "setup.type"],
    ["an unknown field in a closed variant", { setup: { ...BEARER, extra: 1 } }, "setup.extra"],
    [
      "a domain that is a URL",
      { setup: { type: "OAUTH_APP", client_id: "c", client_secret: "s", domain: "https://a.example" } },
      "setup.domain",
    ],
  ])("refuses %s, naming what is wrong", async (_, body, expected) => {
    const running = await service();
    const response = await update(running, id, body as object, { headers: JSON_TYPE });
    expect([response.status, message(response)]).toEqual([400, expect.stringContaining(expected)]);
    expect([running.connections.setupOf(id), running.connections.get(id)]).toEqual([undefined, connectionAt(0)]);
    expect(running.requests.all()).toMatchObject([{ applied: false, status: 400 }]);
  });
});

describe("a rate limit", () => {
  it.each([
    [{}, "1800000010", null],
    [{ rateLimitReset: "seconds-from-now", retryAfter: "seconds" }, "10", "10"],
  ] as const)(
    "with the choices %j counts both operations and begins anew after its window",
    async (choices, reset, after) => {
      let now = 1_800_000_000_000;
      const running = await service({ rateLimit: { limit: 2, windowSeconds: 10 }, now: () => now, choices });
      const told = [];
      for (let i = 0; i < 3; i++) {
        const { status, headers } = await (i === 1 ? update(running, id, { name: "x" }) : list(running));
        told.push([status, ...["remaining", "reset"].map((what) => headers.get(`x-ratelimit-${what}`))]);
        if (i === 2) expect(headers.get("retry-after")).toBe(after);
      }
      expect(told).toEqual([
        [200, "1", reset],
        [200, "0", reset],
        [429, "0", reset],
      ]);
      now += 10_000;
      expect((await list(running)).status).toBe(200);
    },
  );
});

describe("the catalogue", () => {
  it("holds records as the document describes them, of which a few are not ready", () => {
    const all = Array.from({ length: 3000 }, (_, i) => connectionAt(i));
    const isConnection = new Ajv({ keywords: ["x-secret"] }).compile(connectionSchema);
    expect(all.filter((record) => !isConnection(record))).toEqual([]);
    expect(all.filter((record) => record.created_at > record.updated_at)).toEqual([]);
    const notReady = all.filter(({ ready }) => !ready).length;
    expect([notReady > 150, notReady < 375]).toEqual([true, true]);
    for (const field of ["environment", "account_name", "refreshed_at"] as const)
      expect(new Set(all.map((record) => record[field] !== undefined)).size).toBe(2);
  });
});

describe("what somebody else does", () => {
  it("changes a record, its time and its fingerprint", async () => {
    const running = await service();
    running.connections.change(id, { name: "Theirs", ready: false });
    const [record] = records(await list(running));
    expect(record).toMatchObject({ id, name: "Theirs", ready: false });
    expect(String(record?.["updated_at"]) > updated_at).toBe(true);
    expect(record?.["fingerprint"]).not.toBe(fingerprint);
  });
});
