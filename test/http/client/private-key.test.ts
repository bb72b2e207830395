import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { privateKeyJwt } from "../../../client/core/service/signIn/methods/privateKeyJwt.js";
import type { Service } from "../../service/service.js";
import { canary, connect, failure, messageOf, openService } from "./support.js";

const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEYS = { RS256: RSA, PS256: RSA, ES256: EC } as const;
type Algorithm = keyof typeof KEYS;

function pem(key: KeyObject, type: "pkcs8" | "pkcs1" | "sec1" = "pkcs8"): string {
  const text = key.export({ type, format: "pem" } as { type: "pkcs8"; format: "pem" }).toString();
  // Each line of a key gives it away.
  for (const line of text.split("\n")) if (line.length > 20 && !line.startsWith("-----")) canary.secret(line);
  return text;
}

const keyField = privateKeyJwt.fields.find(({ name }) => name === "privateKey");

/** A service that knows the client's public key. */
async function serviceFor(algorithm: Algorithm): Promise<Service> {
  const running = await openService();
  running.client.publicKey = KEYS[algorithm].publicKey.export({ type: "spki", format: "pem" }).toString();
  return running;
}

/** A client that signs with its key, or with what is given in its place. */
function signing(service: Service, algorithm: Algorithm, given: object = {}) {
  const privateKey = pem(KEYS[algorithm].privateKey);
  const method = { kind: "privateKeyJwt", clientId: service.clientId, assertionAlgorithm: algorithm };
  const credential = { ...method, privateKey, ...given };
  return connect(service, { credential: () => Promise.resolve(credential) }).client;
}

function assertions({ requests }: Service): readonly string[] {
  const forms = requests.all({ operation: "token" }).map(({ body }) => new URLSearchParams(body.toString()));
  return forms.map((form) => canary.secret(form.get("client_assertion") ?? ""));
}

describe("sign-in with a private key", () => {
  it.each([
    ["is damaged", { privateKey: "-----BEGIN PRIVATE KEY-----\ncanaryDamagedKey\n-----END PRIVATE KEY-----" }],
    ["is of another algorithm", { assertionAlgorithm: "ES256" }],
  ])("names a key that %s without quoting it", async (_, given) => {
    canary.secret("canaryDamagedKey");
    const running = await serviceFor("RS256");
    const error = await failure(signing(running, "RS256", given).listPage(0));
    expect(messageOf(error)).toBe("Your stored credentials for Acme can't be used. Sign in again. Nothing was sent.");
    expect(running.requests.all()).toEqual([]);
  });

  it.each(["RS256", "PS256", "ES256"] as const)("signs the token request: %s", async (algorithm) => {
    const running = await serviceFor(algorithm);
    expect((await signing(running, algorithm).listPage(0)).records).toHaveLength(12);
    const [request] = running.requests.all({ operation: "token" });
    expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
      grant_type: "client_credentials",
      client_id: running.clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: expect.any(String) as string,
      audience: `${running.baseUrl}/`,
    });
    const [assertion = ""] = assertions(running);
    const { iat = 0, exp = 0, jti, ...claims } = decodeJwt(assertion);
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: algorithm, typ: "JWT" });
    expect(claims).toEqual({ iss: running.clientId, sub: running.clientId, aud: `${running.authUrl}/oauth/token/` });
    expect([exp - iat, typeof jti]).toEqual([120, "string"]);
  });

  it.each<[string, Algorithm, () => string]>([
    ["in one line", "RS256", () => pem(RSA.privateKey).replaceAll("\n", "")],
    ["with blanks for its line breaks", "RS256", () => pem(RSA.privateKey).replaceAll("\n", " ")],
    ["with text around it", "RS256", () => `Bag Attributes\r\n${pem(RSA.privateKey).replaceAll("\n", "\r\n")}\r\n`],
    ["with escaped line breaks", "RS256", () => pem(RSA.privateKey).replaceAll("\n", "\\r\\n")],
    ["in quotes", "RS256", () => `'${pem(RSA.privateKey).trim().replaceAll("\n", "\\n")}'`],
    ["in the older form of RSA", "RS256", () => pem(RSA.privateKey, "pkcs1")],
    ["in the older form of curves", "ES256", () => pem(EC.privateKey, "sec1")],
  ])("accepts a key %s", async (_, algorithm, write) => {
    expect(keyField?.check(write(), { assertionAlgorithm: algorithm })).toBeUndefined();
    const running = await serviceFor(algorithm);
    const client = signing(running, algorithm, { privateKey: keyField?.clean?.(write()) });
    expect((await client.listPage(0)).records).toHaveLength(12);
  });

  it("signs a new assertion for each attempt", async () => {
    const running = await serviceFor("ES256");
    running.faults.add({ kind: "reply", status: 503, applied: true }, { operation: "token", times: 2 });
    await signing(running, "ES256").listPage(0);
    const ids = assertions(running).map((assertion) => decodeJwt(assertion).jti);
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  it("signs for the tenant's audience, and is refused without it", async () => {
    const assertionAudience = "https://auth.example.com/";
    const running = await serviceFor("ES256");
    running.client.assertionAudience = assertionAudience;
    const error = await failure(signing(running, "ES256").listPage(0));
    expect(error).toMatchObject({ kind: "sign-in", fault: "refused" });
    expect(messageOf(error)).toMatch(
      /^Acme rejected the client ID or the signed assertion: The client assertion is not valid: .*aud/,
    );
    expect(running.requests.tokens).toBe(1);
    expect((await signing(running, "ES256", { assertionAudience }).listPage(0)).records).toHaveLength(12);
  });

  it("never shows the key", async () => {
    const running = await serviceFor("RS256");
    const line = pem(RSA.privateKey).split("\n")[3] ?? "";
    const body = JSON.stringify({ error_description: `Not with ${line}, sorry` });
    running.faults.add({ kind: "reply", status: 400, body }, { operation: "token" });
    expect(messageOf(await failure(signing(running, "RS256").listPage(0)))).toContain("Not with [redacted], sorry");
  });
});

const protectedBy = { type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "canary-passphrase" } as const;
const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
const otherCurve = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;

it.each([
  ["RS256", "", /^Enter a private key as PEM text/],
  ["RS256", "canary-no-key", /^Enter a private key as PEM text/],
  ["RS256", RSA.publicKey.export({ type: "spki", format: "pem" }).toString(), /^This is a public key/],
  ["RS256", pem(RSA.privateKey).slice(0, 400), /^This is a PEM key that's cut off/],
  ["RS256", RSA.privateKey.export(protectedBy).toString(), /^This is a private key with a passphrase/],
  ["RS256", pem(EC.privateKey), /RS256 needs an RSA key/],
  ["PS256", pem(short), /^An RSA key must have at least 2,?048 bits/],
  ["ES256", pem(RSA.privateKey), /ES256 needs a key on the curve P-256/],
  ["ES256", pem(otherCurve), /ES256 needs a key on the curve P-256/],
])("refuses what can't sign: %s", (assertionAlgorithm, text, sentence) => {
  const problem = keyField?.check(text, { assertionAlgorithm });
  canary.saw(problem ?? "");
  expect(problem).toMatch(sentence);
});
