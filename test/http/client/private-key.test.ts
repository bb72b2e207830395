import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { privateKeyJwt } from "../../../client/core/service/signIn/methods/privateKeyJwt.js";
import { connectionAt } from "../../service/data/catalogue.js";
import type { Service, ServiceOptions } from "../../service/service.js";
import { canary, connect, failure, said, service, TestClock, updates } from "./support.js";

const { id } = connectionAt(0);
const RSA = generateKeyPairSync("rsa", { modulusLength: 2048 });
const EC = generateKeyPairSync("ec", { namedCurve: "P-256" });
const KEYS = { RS256: RSA, PS256: RSA, ES256: EC } as const;

function pem(key: KeyObject, type: "pkcs8" | "pkcs1" | "sec1" = "pkcs8"): string {
  const text = key.export({ type, format: "pem" } as { type: "pkcs8"; format: "pem" }).toString();
  // Each line of a key gives it away.
  for (const line of text.split("\n")) if (line.length > 20 && !line.startsWith("-----")) canary.secret(line);
  return text;
}

const keyField = privateKeyJwt.fields.find(({ name }) => name === "privateKey");

/** A service that knows the client's public key, and the client's credential as it is kept. */
async function knownClient(
  algorithm: keyof typeof KEYS,
  given = pem(KEYS[algorithm].privateKey),
  options: ServiceOptions = {},
) {
  const running = await service(options);
  running.client.publicKey = KEYS[algorithm].publicKey.export({ type: "spki", format: "pem" }).toString();
  const credential = {
    kind: "privateKeyJwt",
    clientId: running.clientId,
    assertionAlgorithm: algorithm,
    privateKey: keyField?.clean?.(given) ?? "",
  };
  return { running, credential };
}

function assertions({ requests }: Service): readonly string[] {
  const forms = requests.all({ operation: "token" }).map(({ body }) => new URLSearchParams(body.toString()));
  return forms.map((form) => canary.secret(form.get("client_assertion") ?? ""));
}

describe("a private key", () => {
  it("that cannot be used is named, and not quoted", async () => {
    const { running, credential } = await knownClient("RS256");
    const damaged = `-----BEGIN PRIVATE KEY-----\n${canary.secret("canaryDamagedKey")}\n-----END PRIVATE KEY-----`;
    const credentials = [
      { ...credential, privateKey: damaged },
      { ...credential, assertionAlgorithm: "ES256" },
    ];
    for (const kept of credentials) {
      const error = await failure(connect(running, { credential: () => Promise.resolve(kept) }).client.listPage(0));
      expect([error.kind, said(error)]).toEqual([
        "sign-in",
        "What is kept to sign in to Acme cannot be used. Sign in again. Nothing was sent.",
      ]);
    }
    expect(running.requests.all()).toEqual([]);
  });

  it.each(["RS256", "PS256", "ES256"] as const)("signs the request for a token: %s", async (algorithm) => {
    const { running, credential } = await knownClient(algorithm);
    const { client } = connect(running, { credential: () => Promise.resolve(credential) });
    await client.updateConnection(id, { name: "Signed" });
    expect([updates(running), running.connections.get(id)?.name]).toEqual([1, "Signed"]);
    const [request] = running.requests.all({ operation: "token" });
    const form = Object.fromEntries(new URLSearchParams(request?.body.toString()));
    expect(form).toEqual({
      grant_type: "client_credentials",
      client_id: running.clientId,
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: expect.any(String) as string,
      audience: `${running.baseUrl}/`,
    });
    const [assertion = ""] = assertions(running);
    const { iat = 0, exp = 0, jti, ...claims } = decodeJwt(assertion);
    expect(decodeProtectedHeader(assertion)).toEqual({ alg: algorithm, typ: "JWT" });
    expect(claims).toEqual({
      iss: running.clientId,
      sub: running.clientId,
      aud: `${running.authUrl}/oauth/token/`,
    });
    expect([exp - iat, typeof jti]).toEqual([120, "string"]);
  });

  it.each([
    ["pasted into one line", (text: string) => text.replaceAll("\n", "")],
    ["pasted with blanks for its line breaks", (text: string) => text.replaceAll("\n", " ")],
    ["with other text around it", (text: string) => `Bag Attributes: none\r\n${text.replaceAll("\n", "\r\n")}\r\n`],
  ])("is the same %s", async (_, write) => {
    const { running, credential } = await knownClient("RS256", write(pem(RSA.privateKey)));
    const { client } = connect(running, { credential: () => Promise.resolve(credential) });
    expect((await client.listPage(0)).records.length).toBe(12);
  });

  it("may be written in the older forms", async () => {
    for (const [algorithm, text] of [
      ["RS256", pem(RSA.privateKey, "pkcs1")],
      ["ES256", pem(EC.privateKey, "sec1")],
    ] as const) {
      expect(keyField?.check(text, { assertionAlgorithm: algorithm })).toBeUndefined();
      const { running, credential } = await knownClient(algorithm, text);
      const { client } = connect(running, { credential: () => Promise.resolve(credential) });
      expect((await client.listPage(0)).records.length).toBe(12);
    }
  });

  it("signs a new assertion for each attempt, since a service takes none twice", async () => {
    const clock = new TestClock();
    const { running, credential } = await knownClient("ES256", undefined, { now: clock.now });
    running.faults.add({ kind: "reply", status: 503, applied: true }, { operation: "token", times: 2 });
    const { client } = connect(running, { clock, credential: () => Promise.resolve(credential) });
    await client.listPage(0);
    const ids = assertions(running).map((assertion) => decodeJwt(assertion).jti);
    expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
  });

  it("signs for the audience that the tenant names", async () => {
    const { running, credential } = await knownClient("ES256");
    running.choices.assertionAudience = "https://auth.example.com/";
    const refused = connect(running, { credential: () => Promise.resolve(credential) });
    const error = await failure(refused.client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "sign-in", fault: "refused", sent: "no" });
    expect(said(error)).toMatch(
      /^Acme does not accept the client id or what its private key signed: The client assertion is not valid: .*aud/,
    );
    expect([updates(running), assertions(running).length]).toEqual([0, 1]);
    const right = { ...credential, assertionAudience: "https://auth.example.com/" };
    const { client } = connect(running, { credential: () => Promise.resolve(right) });
    expect((await client.listPage(0)).records.length).toBe(12);
  });

  it("signs what is old at once where this machine's clock is wrong, and that is told", async () => {
    const { running, credential } = await knownClient("ES256");
    const clock = new TestClock();
    await clock.sleep(-3_600_000);
    const { client } = connect(running, { clock, credential: () => Promise.resolve(credential) });
    expect(said(await failure(client.listPage(0)))).toMatch(/The client assertion is not valid: .*exp/);
  });

  it("is quoted by nothing that is shown", async () => {
    const { running, credential } = await knownClient("RS256");
    const body = JSON.stringify({ error_description: `Not with ${credential.privateKey.split("\n")[3] ?? ""}, sorry` });
    running.faults.add({ kind: "reply", status: 400, body }, { operation: "token" });
    const { client } = connect(running, { credential: () => Promise.resolve(credential) });
    expect(said(await failure(client.listPage(0)))).toContain("Not with [redacted], sorry");
  });
});

describe("what is given for a private key", () => {
  const encrypted = RSA.privateKey
    .export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "canary-passphrase" })
    .toString();
  const short = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
  const otherCurve = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;

  it.each([
    ["RS256", "", /^This is not a private key/],
    ["RS256", "canary-no-key", /^This is not a private key/],
    ["RS256", RSA.publicKey.export({ type: "spki", format: "pem" }).toString(), /^This is not a private key/],
    ["RS256", pem(RSA.privateKey).slice(0, 400), /^This is not a private key/],
    ["RS256", pem(RSA.privateKey).replace(/M/, "A"), /^This is not a private key/],
    ["RS256", encrypted, /^This key is protected by a passphrase/],
    ["RS256", pem(EC.privateKey), /^RS256 takes an RSA key/],
    ["PS256", pem(EC.privateKey), /^PS256 takes an RSA key/],
    ["PS256", pem(short), /^An RSA key has to have at least 2,?048 bits/],
    ["ES256", pem(RSA.privateKey), /^ES256 takes a key on the curve P-256/],
    ["ES256", pem(otherCurve), /^ES256 takes a key on the curve P-256/],
  ])("is refused where it cannot sign: %s", (assertionAlgorithm, text, sentence) => {
    const problem = keyField?.check(text, { assertionAlgorithm });
    canary.saw(problem ?? "");
    expect(problem).toMatch(sentence);
  });
});
