import { describe, expect, it } from "vitest";
import { readForPush } from "../../../client/core/push/checkBeforePush.js";
import {
  canary,
  clientCredentials,
  connect,
  connectClient,
  failure,
  messageOf,
  openService,
  TestClock,
  rename,
  signingIn,
} from "./support.js";

describe("an access token", () => {
  it("is read before each request, so that changes apply at once", async () => {
    const running = await openService();
    let accessToken: string | undefined = canary.secret("canary-first-token");
    const { client } = connect(running, {
      credential: () => Promise.resolve(accessToken === undefined ? undefined : { kind: "accessToken", accessToken }),
    });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "unauthorized" });
    accessToken = running.accessToken;
    expect((await client.listPage(0)).records.length).toBe(12);
    accessToken = undefined;
    const error = await failure(rename(client));
    expect(messageOf(error)).toBe("You're signed out of Acme. Nothing was sent.");
    expect(running.requests.updates).toBe(0);
  });

  it.each<[unknown, string]>([
    ["https://globex.example.com/api/v2/", " It was issued for globex.example.com."],
    [["urn:other", "https://globex.example.com:8443/api/v2/"], " It was issued for globex.example.com:8443."],
    [["https://globex.example.com/", "OWN/api/v2/"], ""],
    ["urn:api", ""],
    [undefined, ""],
    [7, ""],
  ])("is refused with what its audience says: %j", async (aud, said) => {
    const running = await openService();
    const text = JSON.stringify({ aud }).replace("OWN", running.origin);
    const token = ["{}", text, "signature"].map((part) => Buffer.from(part).toString("base64url")).join(".");
    const { client } = connect(running, {
      credential: () => Promise.resolve({ kind: "accessToken", accessToken: token }),
    });
    const rejected = await failure(client.listPage(0));
    expect(messageOf(rejected)).toMatch(/^Your access token for Acme has expired or is invalid: .*\./);
    expect(messageOf(rejected)).toContain(`validation.${said}`);
    expect(messageOf(rejected).endsWith(said || "validation.")).toBe(true);
  });

  it("is reported as refused unless the user has signed in again", async () => {
    const running = await openService();
    const told: string[] = [];
    const { client } = connect(running, {
      onSignInNeeded: ({ operation, kind }) => told.push(`${operation}: ${kind}`),
    });
    running.faults.add({ kind: "reply", status: 403, body: "{}" }, { operation: "list" });
    await failure(client.listPage(0));
    expect(told).toEqual([]);
    running.revokeTokens();
    const error = await failure(rename(client));
    expect(error).toMatchObject({ kind: "unauthorized", status: 401, sent: "no" });
    expect(messageOf(error)).toMatch(/^Your access token for Acme has expired or is invalid: Invalid signature/);
    expect(running.requests.sent).toEqual([1, 0]);
    await failure(client.listPage(0));
    expect(told).toEqual(["update: unauthorized", "list: unauthorized"]);
    const late = failure(client.listPage(0));
    client.dropToken();
    await late;
    expect(told).toHaveLength(2);
  });

  it("replaces the refused one if it was just stored", async () => {
    const running = await openService();
    const old = running.accessToken;
    running.revokeTokens();
    const stored = canary.secret(await running.token());
    const tokens = [old];
    const credential = () => Promise.resolve({ kind: "accessToken", accessToken: tokens.shift() ?? stored });
    await rename(connect(running, { credential }).client);
    expect(running.requests.sent).toEqual([2, 1]);
  });

  it.each(["two\nlines", "two words", "", "ключ", "a\u0000b"])(
    "is refused before sending if no header can contain it: %j",
    async (accessToken) => {
      const running = await openService();
      const error = await failure(connect({ ...running, accessToken }).client.listPage(0));
      expect(error).toMatchObject({ kind: "sign-in", fault: "malformed" });
      expect(running.requests.sockets).toBe(0);
    },
  );

  it("may be pasted with surrounding text", async () => {
    const running = await openService();
    const { client } = connect({ ...running, accessToken: ` Bearer ${running.accessToken}\n` });
    expect((await client.listPage(0)).total).toBe(12);
  });
});

const AUDIENCE =
  "Acme doesn't issue tokens for this audience to this client: D. Check the audience, or ask its administrator to allow the client.";
const GRANT =
  "Acme doesn't let this client request tokens with this sign-in method: D. Sign in differently, or ask its administrator to allow it.";
const SCOPE =
  "Acme rejected the scopes of this client: D. Ask its administrator to grant the client read:flows_vault_connections and update:flows_vault_connections.";
const REQUEST = "Acme rejected the request for a token: D. Check the tenant's auth URL and audience.";

describe("client credentials", () => {
  it("are reported without details if they can't be read", async () => {
    const running = await openService();
    const credential = () => Promise.reject(new Error(`The keyring holds ${canary.secret("canary-in-the-keyring")}.`));
    expect(messageOf(await failure(connect(running, { credential }).client.listPage(0)))).toBe(
      "Your credentials for Acme couldn't be read from the secret storage. Nothing was sent.",
    );
    expect(running.requests.sockets).toBe(0);
  });

  it("get a token as the interface describes", async () => {
    const { running, client } = await signingIn();
    await client.listPage(0);
    const [request] = running.requests.all({ operation: "token" });
    expect(request).toMatchObject({ method: "POST", path: "/oauth/token/" });
    expect(request?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
      grant_type: "client_credentials",
      client_id: running.clientId,
      client_secret: running.clientSecret,
      audience: `${running.baseUrl}/`,
    });
  });

  it("may name another audience and another token endpoint", async () => {
    const [running, auth] = [await openService(), await openService()];
    const credential = { ...clientCredentials(auth), authUrl: `${auth.authUrl}/`, audience: "/api/v2/" };
    const error = await failure(connect(running, { credential: () => Promise.resolve(credential) }).client.listPage(0));
    // The other service signs with another key, so its token isn't accepted: what counts is who was asked.
    expect(error.kind).toBe("unauthorized");
    expect([running.requests.tokens, auth.requests.tokens]).toEqual([0, 2]);
    expect(auth.requests.all({ operation: "list" })).toEqual([]);
  });

  it("get one token for all waiting requests, and another after a refusal", async () => {
    const { running, client } = await signingIn({ kind: "hold", name: "token" });
    const listing = () => Promise.all(Array.from({ length: 5 }, () => client.listPage(0)));
    const pages = listing();
    await running.faults.held("token");
    running.faults.release("token");
    await pages;
    expect(running.requests.tokens).toBe(1);
    running.revokeTokens();
    await listing();
    expect(running.requests.tokens).toBe(2);
  });

  it("keep a token until shortly before it expires", async () => {
    const clock = new TestClock();
    const running = await openService();
    running.client.tokenLifetimeSeconds = 300;
    const { client } = connectClient(running, { clock });
    await client.listPage(0);
    await clock.sleep(269_000);
    await client.listPage(0);
    expect(running.requests.tokens).toBe(1);
    await clock.sleep(2_000);
    await client.listPage(0);
    expect(running.requests.tokens).toBe(2);
    expect(running.requests.all().map(({ status }) => status)).not.toContain(401);
  });

  it("give up if the new token is refused, too", async () => {
    const fault = { kind: "reply", status: 401, body: '{"message":"Client is not global"}' } as const;
    const { running, client } = await signingIn(fault, { operation: "update", times: "always" });
    const error = await failure(rename(client));
    expect(messageOf(error)).toBe("Your access token for Acme has expired or is invalid: Client is not global.");
    expect(running.requests.sent).toEqual([2, 0]);
  });

  it.each([
    [401, "invalid_client", "Acme rejected the client ID or the client secret: D."],
    [401, "access_denied", "Acme rejected the client ID or the client secret: D."],
    [403, "access_denied", AUDIENCE],
    [400, "invalid_target", AUDIENCE],
    [400, "invalid_scope", SCOPE],
    [400, "unauthorized_client", GRANT],
    [401, "unauthorized_client", GRANT],
    [403, "unsupported_grant_type", GRANT],
    [400, "invalid_request", REQUEST],
    [403, "Forbidden", REQUEST],
    [200, "invalid_client", "Acme rejected the client ID or the client secret: D."],
    [200, "access_denied", AUDIENCE],
    [200, "incorrect_client_credentials", REQUEST],
  ])("report a refusal of the token endpoint: %i and %s", async (status, error, text) => {
    const body = JSON.stringify({ error, error_description: "D." });
    const { running, client } = await signingIn({ kind: "reply", status, body });
    expect(messageOf(await failure(rename(client)))).toBe(`${text} Nothing was sent.`);
    expect([running.requests.updates, running.requests.tokens]).toEqual([0, 1]);
  });

  it.each([
    [403, "no JSON", REQUEST.replace(": D.", ".")],
    [400, '{"error":"invalid_scope"}', SCOPE.replace("D", "invalid_scope")],
    [200, '{"ok":false,"error":{"message":"D"}}', REQUEST],
    [400, '{"errorCode":"invalid_scope","errorSummary":"D"}', SCOPE],
    [
      401,
      '{"error":"unauthorized_client","error_description":"Invalid client secret"}',
      "Acme rejected the client ID or the client secret: Invalid client secret.",
    ],
    [400, "error=invalid_scope&error_description=D", SCOPE],
    [200, '{"errors":[{"message":"D"}]}', REQUEST],
    [200, '\ufeff{"success":false,"message":"D"}', REQUEST],
    [
      401,
      '{"error":"invalid_client","error_description":"No support for the token endpoint authentication method"}',
      GRANT.replace("D", "No support for the token endpoint authentication method"),
    ],
  ])("report what a response says: %i and %s", async (status, body, text) => {
    const headers = body.startsWith("error=") ? { "Content-Type": "application/x-www-form-urlencoded" } : {};
    const { client } = await signingIn({ kind: "reply", status, headers, body });
    expect(messageOf(await failure(rename(client)))).toBe(`${text} Nothing was sent.`);
  });

  it.each([
    ["429", { kind: "reply", status: 429, headers: { "Retry-After": "2" } }],
    ["503", { kind: "reply", status: 503 }],
    ["a lost answer", { kind: "silence", how: "reset", when: "after" }],
  ] as const)("are tried again if that may help: %s", async (_, fault) => {
    const { running, client } = await signingIn(fault, { times: 2 });
    await rename(client);
    expect([running.requests.tokens, running.requests.updates]).toEqual([3, 1]);
  });

  it.each([
    ["503 for ever", { kind: "reply", status: 503 }, "server", 3],
    ["429 for ever", { kind: "reply", status: 429, headers: {} }, "rate-limited", 6],
    ["HTML", { kind: "reply", status: 200, body: "<html>" }, "not-json", 1],
    ["half a JSON text", { kind: "reply", status: 200, body: '{"access_to' }, "not-json", 1],
    ["no token", { kind: "reply", status: 200, body: '{"token_type":"Bearer"}' }, "unexpected-shape", 1],
    ["a token with a break", { kind: "reply", status: 200, body: '{"access_token":"a\\nb"}' }, "unexpected-shape", 1],
  ] as const)("give up if that can't help: %s", async (_, fault, kind, asked) => {
    const { running, client } = await signingIn(fault, { times: "always" });
    const error = await failure(rename(client));
    expect(error).toMatchObject({ kind, sent: "no" });
    for (const words of ["Nothing was sent.", new URL(running.authUrl).host]) expect(messageOf(error)).toContain(words);
    expect([running.requests.tokens, running.requests.updates]).toEqual([asked, 0]);
  });

  it("keep waiting if one of several requests is canceled", async () => {
    const { running, client } = await signingIn({ kind: "hold", name: "token" });
    const abort = new AbortController();
    const [cancelled, other] = [failure(client.listPage(0, { signal: abort.signal })), client.listPage(0)];
    await running.faults.held("token");
    abort.abort();
    expect(await cancelled).toMatchObject({ kind: "cancelled" });
    running.faults.release("token");
    expect((await other).records.length).toBe(12);
  });

  it.each([0, 1, 2, 5, 20])("send nothing once all waiting requests are canceled, %i turns later", async (turns) => {
    const { running } = await signingIn({ kind: "reply", status: 429, headers: { "Retry-After": "2" } });
    const clock = new TestClock();
    const sleep = clock.sleep.bind(clock);
    const aborts = [new AbortController(), new AbortController()];
    clock.sleep = async (milliseconds, signal) => {
      const slept = sleep(milliseconds, signal);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      for (const abort of aborts) abort.abort();
      return slept;
    };
    const { client } = connectClient(running, { clock });
    const waiting = aborts.map(({ signal }) => failure(client.listPage(0, { signal })));
    expect((await Promise.all(waiting)).map(({ kind }) => kind)).toEqual(["cancelled", "cancelled"]);
    clock.sleep = sleep;
    await client.listPage(0);
    expect(running.requests.tokens).toBe(2);
  });

  it("get another token after signing out and in again", async () => {
    const running = await openService();
    let credential: ReturnType<typeof clientCredentials> | undefined = clientCredentials(running);
    const { client } = connect(running, { credential: () => Promise.resolve(credential) });
    await client.listPage(0);
    credential = undefined;
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "sign-in", fault: "missing" });
    credential = clientCredentials(running);
    await client.listPage(0);
    expect(running.requests.tokens).toBe(2);
    client.dropToken();
    await client.listPage(0);
    expect(running.requests.tokens).toBe(3);
  });

  it("ask for another token after a push lacks the scope, and not at each refresh", async () => {
    const { running, client } = await signingIn();
    const { scopes } = running.client;
    running.client.scopes = ["read:flows_vault_connections"];
    for (let refresh = 0; refresh < 3; refresh += 1) {
      await client.listPage(0);
      expect(await client.preflightFailure()).toBe("lacks-update-scope");
    }
    expect(running.requests.tokens).toBe(1);
    expect(await failure(rename(client))).toMatchObject({ kind: "forbidden", sent: "no" });
    const lacking = { kind: "preflightFailure", failure: "lacks-update-scope" };
    expect(await readForPush({ service: client, id: running.connections.idAt(0) }, client, {})).toEqual(lacking);
    running.client.scopes = scopes;
    expect(await client.preflightFailure()).toBeUndefined();
    await rename(client);
    expect(running.requests.sent[1]).toBe(1);
  });
});
