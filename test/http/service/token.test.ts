import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../service/api/tokens.js";
import type { Service, ServiceOptions } from "../../service/service.js";
import { list, read, service, type Response } from "./support.js";

/** Asks for a token with the right parameters, but for those given; undefined leaves one out. */
async function ask(
  to: Service,
  changes: Readonly<Record<string, string | undefined>> = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const right = {
    grant_type: "client_credentials",
    client_id: to.clientId,
    client_secret: to.clientSecret,
    audience: `${to.baseUrl}/`,
  };
  const parameters = Object.entries<string | undefined>({ ...right, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return read(
    await fetch(`${to.authUrl}/oauth/token/`, { method: "POST", body: new URLSearchParams(parameters), headers }),
  );
}

function basic(id: string, secret: string): Record<string, string> {
  return {
    Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
  };
}

const WITHOUT_CREDENTIALS = { client_id: undefined, client_secret: undefined };

describe("the token endpoint", () => {
  it("gives a bearer token that the operations take", async () => {
    const running = await service();
    const response = await ask(running);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const body = response.json as { access_token: string };
    expect(body).toEqual({
      access_token: body.access_token,
      token_type: "Bearer",
      expires_in: 86_400,
      scope: SCOPES.join(" "),
    });
    expect((await list(running, "", { token: body.access_token })).status).toBe(200);
  });

  it("gives tokens of the lifetime asked for, with exp and scope inside", async () => {
    const running = await service({ tokenLifetimeSeconds: 30 });
    const { access_token, expires_in } = (await ask(running)).json as { access_token: string; expires_in: number };
    const { exp = 0, iat = 0, scope, aud } = decodeJwt(access_token);
    expect([expires_in, exp - iat, scope, aud]).toEqual([30, 30, SCOPES.join(" "), `${running.baseUrl}/`]);
  });

  it("gives only the scopes its client has, and of those the ones asked for", async () => {
    const running = await service();
    expect((await ask(running, { scope: SCOPES[1] })).json).toMatchObject({ scope: SCOPES[1] });
    running.client.scopes = [SCOPES[1]];
    expect((await ask(running)).json).toMatchObject({ scope: SCOPES[1] });
    const response = await ask(running, { scope: SCOPES[2] });
    expect([response.status, response.json]).toMatchObject([400, { error: "invalid_scope" }]);
  });

  it("takes the client's credentials from a Basic header too", async () => {
    const running = await service();
    expect((await ask(running, WITHOUT_CREDENTIALS, basic(running.clientId, running.clientSecret))).status).toBe(200);
    expect((await ask(running, WITHOUT_CREDENTIALS, basic(running.clientId, "wrong"))).status).toBe(401);
  });

  it.each([
    ["a wrong secret", { client_secret: "wrong" }, 401, "invalid_client"],
    ["a wrong client id", { client_id: "wrong" }, 401, "invalid_client"],
    ["no credentials", WITHOUT_CREDENTIALS, 401, "invalid_client"],
    ["no grant type", { grant_type: undefined }, 400, "invalid_request"],
    ["another grant type", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["no audience", { audience: undefined }, 400, "invalid_request"],
    ["another audience", { audience: "https://other.example/api/v2/" }, 400, "invalid_target"],
    ["an audience without the slash at its end", { audience: "/api/v2" }, 400, "invalid_target"],
  ])("refuses %s", async (_, changes, status, error) => {
    const response = await ask(await service(), changes);
    expect([response.status, response.json]).toMatchObject([status, { error }]);
  });

  it.each([
    ["either", 200, 200],
    ["path", 200, 400],
    ["address", 400, 200],
  ] as const)(
    "by the choice %s gives %i for the path as audience and %i for the address",
    async (audience, path, address) => {
      const options: ServiceOptions = { choices: { audience } };
      const running = await service(options);
      expect((await ask(running, { audience: "/api/v2/" })).status).toBe(path);
      expect((await ask(running, { audience: `${running.baseUrl}/` })).status).toBe(address);
    },
  );

  it.each([
    ["JSON", "POST", "/oauth/token/", '{"grant_type":"client_credentials"}', "application/json", 400],
    [
      "a parameter given twice",
      "POST",
      "/oauth/token/",
      "grant_type=client_credentials&grant_type=client_credentials",
      "application/x-www-form-urlencoded",
      400,
    ],
    ["another method", "PUT", "/oauth/token/", "", "application/x-www-form-urlencoded", 405],
    ["the path without its last slash", "POST", "/oauth/token", "", "application/x-www-form-urlencoded", 404],
  ])("refuses %s", async (_, method, path, body, type, status) => {
    const response = await fetch((await service()).authUrl + path, { method, body, headers: { "Content-Type": type } });
    expect(response.status).toBe(status);
  });
});
