import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { applied, canary, clientCredentials, connect, failure, said, service, TestClock, updates } from "./support.js";

const { id } = connectionAt(0);

describe("an access token", () => {
  it("is asked for before each request, so that signing in and out counts at once", async () => {
    const running = await service();
    const first = canary.secret("canary-first-token");
    let accessToken: string | undefined = first;
    const { client } = connect(running, {
      credential: () => Promise.resolve(accessToken === undefined ? undefined : { kind: "accessToken", accessToken }),
    });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "unauthorized" });
    accessToken = running.accessToken;
    expect((await client.listPage(0)).records.length).toBe(12);
    accessToken = undefined;
    const error = await failure(client.updateConnection(id, { name: "x" }));
    expect([error.kind, said(error)]).toEqual(["sign-in", "You are signed out of Acme. Nothing was sent."]);
    expect(updates(running)).toBe(0);
  });

  it("that cannot be read is named, without what its keeper says", async () => {
    const running = await service();
    const kept = canary.secret("canary-in-the-keyring");
    const credential = () => Promise.reject(new Error(`The keyring holds ${kept}.`));
    const error = await failure(connect(running, { credential }).client.listPage(0));
    expect([error.kind, said(error)]).toEqual([
      "sign-in",
      "What you sign in to Acme with could not be read from the secret storage. Nothing was sent.",
    ]);
    expect(running.requests.sockets).toBe(0);
  });

  it("that was refused is not used again, and a sign-in is offered", async () => {
    const running = await service();
    const { client } = connect(running);
    running.revokeTokens();
    const error = await failure(client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "unauthorized", status: 401, sent: "no" });
    expect(said(error)).toMatch(/^Acme does not accept the token any more: Invalid signature/);
    expect([updates(running), applied(running)]).toEqual([1, 0]);
  });

  it("that was refused is told of, whatever was requested, unless one has signed in anew meanwhile", async () => {
    const running = await service();
    const told: string[] = [];
    const { client } = connect(running, {
      onSignInNeeded: ({ operation, kind }) => told.push(`${operation}: ${kind}`),
    });
    running.faults.add({ kind: "reply", status: 403, body: "{}" }, { operation: "list" });
    await failure(client.listPage(0));
    expect(told).toEqual([]);
    running.revokeTokens();
    await failure(client.updateConnection(id, { name: "x" }));
    await failure(client.listPage(0));
    expect(told).toEqual(["update: unauthorized", "list: unauthorized"]);
    const late = failure(client.listPage(0));
    client.dropToken();
    await late;
    expect(told).toHaveLength(2);
  });

  it("that someone stored meanwhile replaces the refused one", async () => {
    const running = await service();
    const old = running.accessToken;
    running.revokeTokens();
    const tokens = [old, canary.secret(await running.token())];
    const { client } = connect(running, {
      credential: () => Promise.resolve({ kind: "accessToken", accessToken: tokens.shift() ?? "" }),
    });
    tokens.push(...tokens.slice(1));
    await client.updateConnection(id, { name: "x" });
    expect([updates(running), applied(running)]).toEqual([2, 1]);
  });

  it.each(["two\nlines", "two words", "", "ключ", "a\u0000b"])(
    "that no header can carry is refused before anything is sent: %j",
    async (token) => {
      const running = await service();
      const { client } = connect({ ...running, accessToken: token });
      const error = await failure(client.listPage(0));
      expect(error).toMatchObject({ kind: "sign-in", fault: "malformed" });
      expect(running.requests.sockets).toBe(0);
    },
  );

  it("may be pasted with what stands around it", async () => {
    const running = await service();
    const { client } = connect({ ...running, accessToken: ` Bearer ${running.accessToken}\n` });
    expect((await client.listPage(0)).total).toBe(12);
  });

  it("that has expired is known before a push", async () => {
    const running = await service();
    const accessToken = canary.secret(await running.token({ expiresInSeconds: -5 }));
    expect(await connect({ ...running, accessToken }).client.preflightFailure()).toBe("expired");
    expect(await connect(running).client.preflightFailure()).toBeUndefined();
    const opaque = canary.secret("canary-opaque-token");
    expect(await connect({ ...running, accessToken: opaque }).client.preflightFailure()).toBeUndefined();
  });
});

describe("client credentials", () => {
  it("serve for a push whatever this machine's clock says", async () => {
    const running = await service();
    const clock = new TestClock();
    await clock.sleep(30 * 86_400_000);
    const { client } = connect(running, { clock, credential: () => Promise.resolve(clientCredentials(running)) });
    expect(await client.preflightFailure()).toBeUndefined();
  });

  it("get a token as the document says", async () => {
    const running = await service({ choices: { audience: "address" } });
    await connect(running, { credential: () => Promise.resolve(clientCredentials(running)) }).client.listPage(0);
    const [request] = running.requests.all({ operation: "token" });
    expect([request?.method, request?.path, request?.headers["content-type"]]).toEqual([
      "POST",
      "/oauth/token/",
      "application/x-www-form-urlencoded",
    ]);
    expect(Object.fromEntries(new URLSearchParams(request?.body.toString()))).toEqual({
      grant_type: "client_credentials",
      client_id: running.clientId,
      client_secret: running.clientSecret,
      audience: `${running.baseUrl}/`,
    });
  });

  it("may name another audience and another auth URL, which gets the secret and nothing else does", async () => {
    const running = await service({ choices: { audience: "path" } });
    const auth = await service();
    const credential = { ...clientCredentials(auth), authUrl: `${auth.authUrl}/`, audience: "/api/v2/" };
    const error = await failure(connect(running, { credential: () => Promise.resolve(credential) }).client.listPage(0));
    // The other service signs with another key, so its token is not accepted: what counts is who was asked.
    expect(error.kind).toBe("unauthorized");
    expect([
      running.requests.all({ operation: "token" }).length,
      auth.requests.all({ operation: "token" }).length,
    ]).toEqual([0, 2]);
    expect(auth.requests.all({ operation: "list" })).toEqual([]);
  });

  it.each([
    "http://auth.example.com",
    "https://user:pass@auth.example.com",
    "ftp://x",
    "/api/v2",
    "//auth.example.com",
  ])("are not sent to an address that is not safe: %s", async (authUrl) => {
    const running = await service();
    const credential = { ...clientCredentials(running), authUrl };
    const error = await failure(connect(running, { credential: () => Promise.resolve(credential) }).client.listPage(0));
    expect(error).toMatchObject({ kind: "invalid-request", operation: "sign-in" });
    expect(running.requests.sockets).toBe(0);
  });

  it("get one token for all who wait", async () => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "token" }, { operation: "token" });
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const pages = Promise.all(Array.from({ length: 5 }, () => client.listPage(0)));
    await running.faults.held("token");
    running.faults.release("token");
    expect((await pages).length).toBe(5);
    expect(running.requests.all({ operation: "token" }).length).toBe(1);
  });

  it("keep a token until shortly before it expires", async () => {
    const clock = new TestClock();
    const running = await service({ tokenLifetimeSeconds: 300, now: clock.now });
    const { client } = connect(running, { clock, credential: () => Promise.resolve(clientCredentials(running)) });
    const asked = () => running.requests.all({ operation: "token" }).length;
    await client.listPage(0);
    await clock.sleep(269_000);
    await client.listPage(0);
    expect(asked()).toBe(1);
    await clock.sleep(2_000);
    await client.listPage(0);
    expect(asked()).toBe(2);
    expect(running.requests.all().map(({ status }) => status)).not.toContain(401);
  });

  it("renew a refused token once, and repeat the request once", async () => {
    const running = await service();
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    await client.listPage(0);
    running.revokeTokens();
    await client.updateConnection(id, { name: "x" });
    expect([updates(running), applied(running), running.requests.all({ operation: "token" }).length]).toEqual([
      2, 1, 2,
    ]);
  });

  it("renew it once for all who were refused", async () => {
    const running = await service();
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    await client.listPage(0);
    running.revokeTokens();
    await Promise.all(Array.from({ length: 6 }, () => client.listPage(0)));
    expect(running.requests.all({ operation: "token" }).length).toBe(2);
  });

  it("give up where the new token is refused as well", async () => {
    const running = await service();
    running.faults.add(
      { kind: "reply", status: 401, body: '{"message":"Client is not global"}' },
      { operation: "update", times: "always" },
    );
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const error = await failure(client.updateConnection(id, { name: "x" }));
    expect([error.kind, said(error)]).toEqual([
      "unauthorized",
      "Acme does not accept the token any more: Client is not global.",
    ]);
    expect([updates(running), applied(running)]).toEqual([2, 0]);
  });

  it("that are wrong are told as such, and the update is not sent", async () => {
    const running = await service();
    const credential = { ...clientCredentials(running), clientSecret: canary.secret("canary-wrong-secret") };
    const error = await failure(
      connect(running, { credential: () => Promise.resolve(credential) }).client.updateConnection(id, { name: "x" }),
    );
    expect(error).toMatchObject({ kind: "sign-in", fault: "refused", sent: "no" });
    expect(said(error)).toBe(
      "Acme does not accept the client id or the client secret: The client id or the client secret is wrong. Nothing was sent.",
    );
    expect([updates(running), running.requests.all({ operation: "token" }).length]).toEqual([0, 1]);
  });

  it.each([
    ["429", { kind: "reply", status: 429, headers: { "Retry-After": "2" } }],
    ["503", { kind: "reply", status: 503 }],
    ["a lost answer", { kind: "silence", how: "reset", when: "after" }],
  ] as const)("are tried again where that may help: %s", async (_, fault) => {
    const running = await service();
    running.faults.add(fault, { operation: "token", times: 2 });
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    await client.updateConnection(id, { name: "x" });
    expect([running.requests.all({ operation: "token" }).length, updates(running)]).toEqual([3, 1]);
  });

  it.each([
    ["503 for ever", { kind: "reply", status: 503 }, "server", 3, "has a problem of its own (status 503)"],
    ["429 for ever", { kind: "reply", status: 429, headers: {} }, "rate-limited", 6, "asks to slow down (status 429)"],
    ["HTML", { kind: "reply", status: 200, body: "<html>" }, "not-json", 1, "something that is not JSON"],
    ["nothing", { kind: "reply", status: 200, body: "" }, "not-json", 1, "something that is not JSON"],
    ["half a JSON text", { kind: "truncate", how: "framed" }, "not-json", 1, "something that is not JSON"],
    ["an empty object", { kind: "reply", status: 200, body: "{}" }, "unexpected-shape", 1, "without an access token"],
    [
      "no token",
      { kind: "reply", status: 200, body: '{"token_type":"Bearer"}' },
      "unexpected-shape",
      1,
      "without an access token",
    ],
    [
      "a token no header can carry",
      { kind: "reply", status: 200, body: '{"access_token":"a\\nb"}' },
      "unexpected-shape",
      1,
      "without an access token that can be used",
    ],
    [
      "a redirect",
      { kind: "reply", status: 307, headers: { Location: "http://127.0.0.1:1/" } },
      "redirected",
      1,
      "points to another address",
    ],
  ] as const)("give up where it does not: %s", async (_, fault, kind, asked, told) => {
    const running = await service();
    running.faults.add(fault, { operation: "token", times: "always" });
    const error = await failure(
      connect(running, { credential: () => Promise.resolve(clientCredentials(running)) }).client.updateConnection(id, {
        name: "x",
      }),
    );
    expect(error).toMatchObject({ kind, sent: "no" });
    expect(said(error)).toContain("Nothing was sent.");
    expect(said(error)).toContain(told);
    expect(said(error)).toContain(new URL(running.authUrl).host);
    expect([running.requests.all({ operation: "token" }).length, updates(running)]).toEqual([asked, 0]);
  });

  it("leave the others waiting when one of them cancels", async () => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "token" }, { operation: "token" });
    const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
    const abort = new AbortController();
    const [cancelled, other] = [failure(client.listPage(0, { signal: abort.signal })), client.listPage(0)];
    await running.faults.held("token");
    abort.abort();
    expect(await cancelled).toMatchObject({ kind: "cancelled" });
    running.faults.release("token");
    expect((await other).records.length).toBe(12);
  });
});
