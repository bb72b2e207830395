import { generateKeyPairSync, randomUUID } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../service/api/tokens.js";
import type { Service } from "../../service/service.js";
import { list, read, service, type Response } from "./support.js";

/** Parameters of a request for a token; undefined leaves one out. */
type Form = Readonly<Record<string, string | undefined>>;

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const WITHOUT_CREDENTIALS = { client_id: undefined, client_secret: undefined };
const now = (): number => Math.floor(Date.now() / 1000);

/** Asks for a token with the right parameters, but for those given. */
async function ask(to: Service, changes: Form = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const right: Form = {
    grant_type: "client_credentials",
    client_id: to.clientId,
    client_secret: to.clientSecret,
    audience: `${to.baseUrl}/`,
  };
  const parameters = Object.entries({ ...right, ...changes }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return read(
    await fetch(`${to.authUrl}/oauth/token/`, { method: "POST", body: new URLSearchParams(parameters), headers }),
  );
}

function basic(id: string, secret: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` };
}

describe("the token endpoint", () => {
  it("gives a bearer token of the lifetime asked for that the operations take", async () => {
    const running = await service({ tokenLifetimeSeconds: 30 });
    const response = await ask(running);
    const { access_token, ...rest } = response.json as { access_token: string };
    expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(rest).toEqual({ token_type: "Bearer", expires_in: 30, scope: SCOPES.join(" ") });
    const { exp = 0, iat = 0, scope, aud } = decodeJwt(access_token);
    expect([exp - iat, scope, aud]).toEqual([30, SCOPES.join(" "), `${running.baseUrl}/`]);
    expect((await list(running, "", { token: access_token })).status).toBe(200);
  });

  it("takes the client's credentials from a Basic header too", async () => {
    const running = await service();
    expect((await ask(running, WITHOUT_CREDENTIALS, basic(running.clientId, running.clientSecret))).status).toBe(200);
    expect((await ask(running, WITHOUT_CREDENTIALS, basic(running.clientId, "wrong"))).status).toBe(401);
  });

  it.each<[string, Form, number, string]>([
    ["a wrong secret", { client_secret: "wrong" }, 401, "invalid_client"],
    ["a wrong client id", { client_id: "wrong" }, 401, "invalid_client"],
    ["no credentials", WITHOUT_CREDENTIALS, 401, "invalid_client"],
    ["another grant type", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["no audience", { audience: undefined }, 400, "invalid_request"],
    ["another audience", { audience: "https://other.example/api/v2/" }, 400, "invalid_target"],
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
      const running = await service({ choices: { audience } });
      expect((await ask(running, { audience: "/api/v2/" })).status).toBe(path);
      expect((await ask(running)).status).toBe(address);
    },
  );
});

/** Claims of an assertion, in place of the right ones. */
interface Claims {
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: string;
  readonly iat?: number;
  readonly exp?: number;
  readonly jti?: string;
}

describe("a client assertion", () => {
  async function withKey(): Promise<Service> {
    const to = await service();
    to.client.publicKey = publicKey.export({ type: "spki", format: "pem" }).toString();
    return to;
  }

  async function assertion(to: Service, claims: Claims = {}, key = privateKey): Promise<Form> {
    const right = { iss: to.clientId, sub: to.clientId, aud: `${to.authUrl}/oauth/token/`, jti: randomUUID() };
    const jwt = await new SignJWT({ ...right, iat: now(), exp: now() + 120, ...claims })
      .setProtectedHeader({ alg: "ES256" })
      .sign(key);
    return {
      ...WITHOUT_CREDENTIALS,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: jwt,
    };
  }

  it("gets a token, once", async () => {
    const to = await withKey();
    const form = await assertion(to);
    expect((await ask(to, form)).status).toBe(200);
    expect((await ask(to, form)).json).toMatchObject({ error_description: "The client assertion was sent before." });
  });

  it.each<[string, Claims]>([
    ["for another audience", { aud: "https://elsewhere.example.com/oauth/token/" }],
    ["that has expired", { iat: now() - 180, exp: now() - 60 }],
    ["that lives too long", { exp: now() + 86_400 }],
    ["of another client", { iss: "other", sub: "other" }],
    ["without an id", { jti: "" }],
  ])("is refused: one %s", async (_, claims) => {
    const to = await withKey();
    expect((await ask(to, await assertion(to, claims))).status).toBe(401);
  });

  it("is refused where another key signed it, beside a secret, and where the client has no key", async () => {
    const to = await withKey();
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect((await ask(to, await assertion(to, {}, other))).status).toBe(401);
    expect((await ask(to, { ...(await assertion(to)), client_secret: to.clientSecret })).status).toBe(401);
    to.client.publicKey = undefined;
    expect((await ask(to, await assertion(to))).status).toBe(401);
  });
});
