import { generateKeyPairSync, randomUUID } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import type { Service } from "../../service/service.js";
import { read, service } from "./support.js";

const TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const now = () => Math.floor(Date.now() / 1000);

/** What an assertion says besides what it should. */
interface Claims {
  readonly iss?: string;
  readonly sub?: string;
  readonly aud?: string;
  readonly iat?: number;
  readonly exp?: number;
  readonly jti?: string;
}

async function running(): Promise<Service> {
  const started = await service();
  started.client.publicKey = publicKey.export({ type: "spki", format: "pem" }).toString();
  return started;
}

function assertion(to: Service, claims: Claims = {}, key = privateKey): Promise<string> {
  const right = { iss: to.clientId, sub: to.clientId, aud: `${to.authUrl}/oauth/token/`, jti: randomUUID() };
  return new SignJWT({ ...right, iat: now(), exp: now() + 120, ...claims })
    .setProtectedHeader({ alg: "ES256" })
    .sign(key);
}

async function ask(to: Service, jwt: string, changes: Readonly<Record<string, string>> = {}) {
  const form = {
    grant_type: "client_credentials",
    client_assertion_type: TYPE,
    client_assertion: jwt,
    audience: `${to.baseUrl}/`,
    ...changes,
  };
  return read(await fetch(`${to.authUrl}/oauth/token/`, { method: "POST", body: new URLSearchParams(form) }));
}

describe("a client assertion", () => {
  it("gets a token, once", async () => {
    const to = await running();
    const jwt = await assertion(to);
    expect((await ask(to, jwt)).status).toBe(200);
    const replayed = await ask(to, jwt);
    expect([replayed.status, replayed.json]).toMatchObject([
      401,
      { error: "invalid_client", error_description: "The client assertion was sent before." },
    ]);
  });

  it.each<[string, Claims]>([
    ["for another audience", { aud: "https://elsewhere.example.com/oauth/token/" }],
    ["that has expired", { iat: now() - 180, exp: now() - 60 }],
    ["that is old, though it has not expired", { iat: now() - 3600, exp: now() + 60 }],
    ["that lives too long", { exp: now() + 86_400 }],
    ["of another client", { iss: "other", sub: "other" }],
    ["about another client", { sub: "other" }],
    ["without an id", { jti: "" }],
  ])("is refused: one %s", async (_, claims) => {
    const to = await running();
    expect((await ask(to, await assertion(to, claims))).status).toBe(401);
  });

  it("is refused where another key signed it, or the client has none", async () => {
    const to = await running();
    const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
    expect((await ask(to, await assertion(to, {}, other))).status).toBe(401);
    to.client.publicKey = undefined;
    expect((await ask(to, await assertion(to))).status).toBe(401);
  });

  it("is refused beside a secret, of another type, and for another client id", async () => {
    const to = await running();
    const changes = [{ client_secret: to.clientSecret }, { client_assertion_type: "saml" }, { client_id: "other" }];
    for (const change of changes) expect((await ask(to, await assertion(to), change)).status).toBe(401);
  });
});
