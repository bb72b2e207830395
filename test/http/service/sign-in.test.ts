import { generateKeyPairSync, randomUUID } from "node:crypto";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { SCOPES } from "../../service/api/tokens.js";
import type { Service } from "../../service/service.js";
import { service } from "../client/support.js";
import { list, read, type Response } from "./support.js";

/** Parameters of a request for a token. */
type Form = Readonly<Record<string, string>>;

const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const now = (): number => Math.floor(Date.now() / 1000);

/** Asks for a token with the client's secret, or what is given in its place. */
async function ask(to: Service, changes: Form = {}, credentials?: Form): Promise<Response> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    audience: `${to.baseUrl}/`,
    ...(credentials ?? { client_id: to.clientId, client_secret: to.clientSecret }),
    ...changes,
  });
  return read(await fetch(`${to.authUrl}/oauth/token/`, { method: "POST", body }));
}

describe("the token endpoint", () => {
  it("gives a bearer token of the lifetime asked for that the operations take", async () => {
    const running = await service({ tokenLifetimeSeconds: 30 });
    const { access_token, ...rest } = (await ask(running)).json as { access_token: string };
    expect(rest).toEqual({ token_type: "Bearer", expires_in: 30, scope: SCOPES.join(" ") });
    const { exp = 0, iat = 0 } = decodeJwt(access_token);
    expect(exp - iat).toBe(30);
    expect((await list(running, "", { token: access_token })).status).toBe(200);
  });

  it.each<[string, Form, number, string]>([
    ["a wrong secret", { client_secret: "wrong" }, 401, "invalid_client"],
    ["a wrong client id", { client_id: "wrong" }, 401, "invalid_client"],
    ["another grant type", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["another audience", { audience: "https://other.example/api/v2/" }, 400, "invalid_target"],
  ])("refuses %s", async (_, changes, status, error) => {
    const response = await ask(await service(), changes);
    expect([response.status, response.json]).toMatchObject([status, { error }]);
  });
});

describe("a client assertion", () => {
  async function withKey(): Promise<Service> {
    const to = await service();
    to.client.publicKey = publicKey.export({ type: "spki", format: "pem" }).toString();
    return to;
  }

  /** @param claims some in place of the right ones */
  async function assertion(to: Service, claims: object = {}, key = privateKey): Promise<Form> {
    const right = { iss: to.clientId, sub: to.clientId, aud: `${to.authUrl}/oauth/token/`, jti: randomUUID() };
    const jwt = await new SignJWT({ ...right, iat: now(), exp: now() + 120, ...claims })
      .setProtectedHeader({ alg: "ES256" })
      .sign(key);
    const type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    return { client_assertion_type: type, client_assertion: jwt };
  }

  it("gets a token, once", async () => {
    const to = await withKey();
    const form = await assertion(to);
    expect((await ask(to, {}, form)).status).toBe(200);
    expect((await ask(to, {}, form)).json).toMatchObject({
      error_description: "The client assertion was sent before.",
    });
  });

  it.each([
    ["for another audience", { aud: "https://elsewhere.example.com/oauth/token/" }],
    ["that has expired", { iat: now() - 180, exp: now() - 60 }],
    ["that lives too long", { exp: now() + 86_400 }],
    ["of another client", { iss: "other", sub: "other" }],
    ["without an id", { jti: "" }],
  ])("is refused: one %s", async (_, claims) => {
    const to = await withKey();
    expect((await ask(to, {}, await assertion(to, claims))).status).toBe(401);
  });

  it("is refused where another key signed it, and beside a secret", async () => {
    const to = await withKey();
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect((await ask(to, {}, await assertion(to, {}, other))).status).toBe(401);
    expect((await ask(to, { client_secret: to.clientSecret }, await assertion(to))).status).toBe(401);
  });
});
