import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import connectionSchema from "../../../schemas/connection.schema.json";
import { connectionAt } from "../../service/data/catalogue.js";
import type { Service } from "../../service/service.js";
import { service } from "../client/support.js";

const { id } = connectionAt(0);
const BEARER = { type: "BEARER", token: "t-0815" };

// What the service does is proved by every test of a client. A service that took anything would hide a client's faults.
describe("the embedded service refuses", () => {
  it.each([
    ["missing", null],
    ["no JWT", "abc"],
    ["of another service", "other"],
  ])("a token that is %s", async (_, given) => {
    const [running, other] = [await service(), await service()];
    const token = given === "other" ? other.accessToken : given;
    for (const answer of [await list(running, "", token), await update(running, id, { name: "x" }, token)])
      expect(answer.status).toBe(401);
    expect(running.connections.get(id)).toEqual(connectionAt(0));
  });

  it.each(["page=1001", "page=1e2", "include_totals=1", "page=1&page=2", "pages=1"])(
    "a list with %s",
    async (query) => {
      const answer = await list(await service(), query);
      expect([answer.status, message(answer)]).toEqual([400, expect.stringContaining(query.split("=")[0] ?? "")]);
    },
  );

  it.each([
    ["beyond the number of connections", connectionAt(12).id, 404],
    ["of 31 characters", "a".repeat(31), 400],
    ["not decodable", "%zz", 400],
  ])("an id that is %s", async (_, segment, status) => {
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
  ])("an update with %s, naming what is wrong", async (_, body, expected) => {
    const running = await service();
    const answer = await update(running, id, body);
    expect([answer.status, message(answer)]).toEqual([400, expect.stringContaining(expected)]);
    expect(running.connections.get(id)).toEqual(connectionAt(0));
  });

  it.each([
    ["a wrong secret", { client_secret: "wrong" }, 401],
    ["a wrong client id", { client_id: "wrong" }, 401],
    ["another grant type", { grant_type: "password" }, 400],
    ["another audience", { audience: "https://other.example/api/v2/" }, 400],
  ])("a request for a token with %s", async (_, changes, status) => {
    const to = await service();
    const form = { client_id: to.clientId, client_secret: to.clientSecret, ...changes };
    expect((await ask(to, form)).status).toBe(status);
  });
});

it("the catalogue holds records as the document describes them, of which a few are not ready", () => {
  const all = Array.from({ length: 3000 }, (_, i) => connectionAt(i));
  const isConnection = new Ajv({ keywords: ["x-secret"] }).compile(connectionSchema);
  expect(all.filter((record) => !isConnection(record))).toEqual([]);
  const notReady = all.filter(({ ready }) => !ready).length;
  expect([notReady > 150, notReady < 375]).toEqual([true, true]);
});

/** What came back. */
interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** The list operation. @param token null for none */
function list(to: Service, query = "", token: string | null = to.accessToken): Promise<Answer> {
  return request(to, `?${query}`, { method: "GET" }, token);
}

/** The update operation; the id is put into the path as it is. Text or bytes go as they are, anything else as JSON. */
function update(
  to: Service,
  segment: string,
  body: string | Uint8Array | object,
  token: string | null = to.accessToken,
): Promise<Answer> {
  const isRaw = typeof body === "string" || body instanceof Uint8Array;
  return request(to, `/${segment}`, { method: "PATCH", body: isRaw ? body : JSON.stringify(body) }, token);
}

function request(to: Service, path: string, init: RequestInit, token: string | null): Promise<Answer> {
  const authorization = token === null ? {} : { Authorization: `Bearer ${token}` };
  const headers = { "Content-Type": "application/json", ...authorization };
  return answered(fetch(`${to.baseUrl}/flows/vault/connections${path}`, { ...init, headers }));
}

/** Asks for a token. */
function ask(to: Service, form: Readonly<Record<string, string>>): Promise<Answer> {
  const body = new URLSearchParams({ grant_type: "client_credentials", audience: `${to.baseUrl}/`, ...form });
  return answered(fetch(`${to.authUrl}/oauth/token/`, { method: "POST", body }));
}

async function answered(response: Promise<Response>): Promise<Answer> {
  const come = await response;
  return { status: come.status, json: await come.json() };
}

/** The sentence of an error body. */
function message({ json }: Answer): string {
  return (json as { readonly message: string }).message;
}
