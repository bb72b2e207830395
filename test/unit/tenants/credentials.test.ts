import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Credentials, isGivenFor } from "../../../client/extension/tenants/credentials.js";
import type { Credential } from "../../../client/core/service/signIn/method.js";
import { SharedSecrets } from "../storage.js";

const ACME = "https://acme.example.com";
const OTHER = "https://other.example.com";
const TOKEN: Credential = { kind: "accessToken", accessToken: "token-1" };
const AUTH = "https://auth.example.com";
const CLIENT: Credential = { kind: "clientCredentials", clientId: "c", clientSecret: "s", authUrl: AUTH };

/** A window's credentials, and the origins it is notified of. */
function windowOn(storage: SharedSecrets) {
  const credentials = new Credentials(storage);
  const told: string[] = [];
  credentials.onDidChange((origin) => told.push(origin));
  return { credentials, told, storage };
}

describe("credentials", () => {
  it("are the same in all windows, with an event for changes elsewhere", async () => {
    const one = windowOn(new SharedSecrets());
    expect(await one.credentials.set(OTHER, CLIENT)).toBe(true);
    const two = windowOn(one.storage.another());
    expect([await two.credentials.find(ACME), await two.credentials.find(OTHER)]).toEqual([undefined, CLIENT]);
    await one.credentials.set(ACME, TOKEN);
    expect(await two.credentials.find(ACME)).toEqual(TOKEN);
    await two.credentials.set(ACME, CLIENT);
    expect(await one.credentials.find(ACME)).toEqual(CLIENT);
    expect(await one.credentials.set(ACME, undefined)).toBe(true);
    expect([await two.credentials.find(ACME), await two.credentials.find(OTHER)]).toEqual([undefined, CLIENT]);
    await one.storage.store("someone else's", "x");
    expect([one.told, two.told]).toEqual([
      [OTHER, ACME, ACME, ACME],
      [ACME, ACME, ACME],
    ]);
  });

  it.each([
    ...["", "nothing", "{}", "null", "[1]", '"accessToken"', '{"kind":"toString"}', '{"kind":["accessToken"]}'],
    ...['{"kind":"accessToken"}', '{"kind":"accessToken","accessToken":""}', '{"kind":"accessToken","accessToken":1}'],
    ...[
      '{"kind":"clientCredentials","clientSecret":{"value":"s"}}',
      '{"kind":"clientCredentials","clientSecret":null}',
    ],
    '{"kind":"clientCredentials","clientSecret":"s","authUrl":["https://auth.example.com"]}',
    '{"kind":"privateKeyJwt","privateKey":[],"authUrl":"https://auth.example.com"}',
  ])("of other kinds or shapes can't be used: %s", async (text) => {
    const { credentials, storage } = windowOn(new SharedSecrets());
    await storage.store(`vaultconn.credential:${ACME}`, text);
    expect(await credentials.find(ACME)).toBe("unusable");
  });
});

const EC = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" });
const KEY: Credential = { kind: "privateKeyJwt", privateKey: String(EC), authUrl: AUTH };

it.each<[Credential, string, string | undefined, boolean]>([
  [CLIENT, AUTH, undefined, true],
  [CLIENT, "https://auth.example.com.evil.example", undefined, false],
  [{ kind: "clientCredentials", clientId: "c", clientSecret: "s" }, AUTH, undefined, false],
  [TOKEN, "https://anywhere.example.com", undefined, true],
  [KEY, AUTH, "ES256", true],
  [KEY, AUTH, "RS256", false],
  [KEY, AUTH, "none", false],
  [KEY, AUTH, undefined, false],
])("is only for the token endpoint and algorithm it was given for: %o", (credential, authUrl, algorithm, isGiven) => {
  expect(isGivenFor(credential, { authUrl, signIn: { clientId: "c", assertionAlgorithm: algorithm } })).toBe(isGiven);
});

describe("credentials on a machine without a keyring", () => {
  it("are kept for this window, which says so", async () => {
    const { credentials, storage } = windowOn(new SharedSecrets());
    for (const call of ["get", "store", "delete"] as const) storage.broken.add(call);
    expect(await credentials.set(ACME, TOKEN)).toBe(false);
    expect(await credentials.find(ACME)).toEqual(TOKEN);
    expect(await storage.keys()).toEqual([]);
    expect(await windowOn(storage.another()).credentials.find(ACME)).toBeUndefined();
    expect(await credentials.set(ACME, undefined)).toBe(false);
    expect(await credentials.find(ACME)).toBeUndefined();
  });

  it.each<[string, "get" | "store" | "delete", Credential | undefined]>([
    ["that cannot be read are none", "get", undefined],
    ["that cannot be replaced count in this window all the same", "store", CLIENT],
    ["that cannot be removed are not used in this window any more", "delete", undefined],
  ])("%s", async (_, broken, found) => {
    const { credentials, storage } = windowOn(new SharedSecrets());
    await credentials.set(ACME, TOKEN);
    storage.broken.add(broken);
    if (broken === "store") expect(await credentials.set(ACME, CLIENT)).toBe(false);
    if (broken === "delete") expect(await credentials.set(ACME, undefined)).toBe(false);
    expect(await credentials.find(ACME)).toEqual(found);
    storage.broken.clear();
    if (broken !== "get") expect(await credentials.set(ACME, TOKEN)).toBe(true);
    expect(await credentials.find(ACME)).toEqual(TOKEN);
  });

  it("are replaced by what another window could store", async () => {
    const { credentials, storage, told } = windowOn(new SharedSecrets());
    storage.broken.add("store");
    await credentials.set(ACME, TOKEN);
    const other = storage.another();
    await new Credentials(other).set(ACME, CLIENT);
    expect(told).toEqual([ACME]);
    expect(await credentials.find(ACME)).toEqual(CLIENT);
  });
});
