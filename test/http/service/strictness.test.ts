import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/catalogue.js";
import type { Service } from "../../service/service.js";
import { ID, openService } from "../client/support.js";

const PATCH = "PATCH";
const BEARER = { type: "BEARER", token: "t-0815" };

// What the service does is proved by every test of a client. A service that took anything would hide a client's faults.
describe("the embedded service refuses", () => {
  it("a token that is missing, or another service's", async () => {
    const [service, other] = [await openService(), await openService()];
    for (const token of ["", other.accessToken])
      for (const method of ["GET", PATCH]) {
        const { status } = await ask(service, method === PATCH ? `/${ID}` : "", { method }, token);
        expect(status).toBe(401);
      }
  });

  it.each(["page=1001", "page=1e2", "include_totals=1", "page=1&page=2", "pages=1"])(
    "a list with %s",
    async (query) => {
      expect(await ask(await openService(), `?${query}`)).toMatchObject({
        status: 400,
        message: expect.stringContaining(query.split("=")[0] ?? "") as string,
      });
    },
  );

  // The limits and formats of each field stand in the schemas, and are tested there.
  it.each<[string, string | object, number, string, string?]>([
    ["an id that is beyond the number of connections", { name: "x" }, 404, "exist", connectionAt(12).id],
    ["an id of 31 characters", { name: "x" }, 400, "30 characters", "a".repeat(31)],
    ["an id that can't be decoded", { name: "x" }, 400, "id", "%zz"],
    ["a name of 151 characters", { name: "n".repeat(151) }, 400, "The property name"],
    ["an unknown property", { name: "x", ready: true }, 400, "ready"],
    ["nothing to change", {}, 400, "name or setup"],
    ["JSON cut short", '{"name":"x"', 400, "not valid JSON"],
    ["no variant's type", { setup: { type: "PASSWORD" } }, 400, "setup.type"],
    ["an unknown field in a closed variant", { setup: { ...BEARER, extra: 1 } }, 400, "setup.extra"],
  ])("an update with %s, and says what's wrong", async (_, given, status, words, id = ID) => {
    const service = await openService();
    const body = typeof given === "string" ? given : JSON.stringify(given);
    const message = expect.stringContaining(words) as string;
    expect(await ask(service, `/${id}`, { method: PATCH, body })).toEqual({ status, message });
    expect(service.connections.get(ID)).toEqual(connectionAt(0));
  });

  it.each([
    ["a wrong secret", { client_secret: "wrong" }, 401],
    ["another grant type", { grant_type: "password" }, 400],
    ["another audience", { audience: "https://other.example/api/v2/" }, 400],
  ])("a token request with %s", async (_, changes, status) => {
    const service = await openService();
    const client = { client_id: service.clientId, client_secret: service.clientSecret };
    const form = { grant_type: "client_credentials", audience: `${service.baseUrl}/`, ...client, ...changes };
    const response = await fetch(`${service.authUrl}/oauth/token/`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    expect(response.status).toBe(status);
  });
});

/** Asks for the list, or for what is below it. @returns the status, and the sentence of an error body */
async function ask(service: Service, path: string, init: RequestInit = {}, token = service.accessToken) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const response = await fetch(`${service.baseUrl}/flows/vault/connections${path}`, { ...init, headers });
  return { status: response.status, message: ((await response.json()) as { readonly message: string }).message };
}
