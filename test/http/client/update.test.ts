import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { CONNECTIONS } from "../../../client/core/service/transport/dispatcher.js";
import { connectionAt } from "../../service/data/catalogue.js";
import { recordFrom } from "../../unit/service/records.js";
import { applied, canary, connect, failure, said, service, SHORT, updates } from "./support.js";

const { id } = connectionAt(0);
const SETUP = {
  type: "OAUTH_APP",
  client_id: "canary-client-id",
  client_secret: "canary-client-secret",
  domain: "login.example.com",
};

describe("an update", () => {
  it("sends the very text it is given, once, and returns the record as it is now", async () => {
    const running = await service();
    const text = '{ "name":"Salesforce é \\u00e9",\n"setup":{"type":"BEARER","token":"canary-bearer"}}';
    canary.secret("canary-bearer");
    const record = await connect(running).client.updateConnection(id, text);
    const [request] = running.requests.all({ operation: "update" });
    expect(request?.body).toEqual(Buffer.from(text));
    expect(request?.headers["content-type"]).toBe("application/json");
    expect(request?.path).toBe(`/api/v2/flows/vault/connections/${id}`);
    expect(record).toEqual(recordFrom(running.connections.get(id)));
    expect(updates(running)).toBe(1);
  });
});

describe("the id of an update", () => {
  it.each(["", ".", "..", "../../x", "a\\b", "%2e%2e", "a b", "a\r\nHost: evil", "a\u0000", "\ud800", "a".repeat(31)])(
    "is refused where it could lead elsewhere: %j",
    async (odd) => {
      const running = await service();
      const error = await failure(connect(running).client.updateConnection(odd, JSON.stringify({ name: "x" })));
      expect(error).toMatchObject({ kind: "invalid-request", sent: "no" });
      expect(running.requests.sockets).toBe(0);
    },
  );

  it.each(["?x", "a#b", "ä…", "a;b=c", "😀".repeat(30), "a:b@c"])(
    "is one segment of the path otherwise: %s",
    async (odd) => {
      const running = await service();
      const error = await failure(connect(running).client.updateConnection(odd, JSON.stringify({ name: "x" })));
      expect(error).toMatchObject({ kind: "not-found", status: 404 });
      const [request] = running.requests.all();
      const path = `/api/v2/flows/vault/connections/${encodeURIComponent(odd)}`;
      expect([request?.path, request?.query.size]).toEqual([path, 0]);
    },
  );
});

describe("a refused update", () => {
  // In which shapes a service may say it is proved with the reading of its words.
  it.each([
    ["status-and-message", "setup.domain", ": The property setup.domain must be a host name."],
    ["nested", "setup.domain", ": The property setup.domain must be a host name."],
    ["text", "setup.domain", ": The property setup.domain must be a host name."],
    ["html", undefined, " (status 400)."],
    ["empty", undefined, " (status 400)."],
  ] as const)("is told in the service's words, with the property they name: %s", async (errorBody, property, words) => {
    const running = await service({ choices: { errorBody } });
    const setup = { ...SETUP, domain: "not a host" };
    const error = await failure(connect(running).client.updateConnection(id, JSON.stringify({ setup })));
    expect(error).toMatchObject({ kind: "bad-request", status: 400, sent: "no", property });
    expect(said(error)).toBe(`Acme rejected the update${words}`);
  });

  it.each(["nested", "text", "html"] as const)(
    "keeps the secrets a careless service quotes to itself: %s",
    async (errorBody) => {
      const running = await service({ choices: { errorBody, errorsQuoteValues: true } });
      const password = canary.secret(`canary ${"x1".repeat(400)}`);
      const setup = { type: "BASIC_AUTH", username: "u", password };
      const error = await failure(connect(running).client.updateConnection(id, JSON.stringify({ setup })));
      expect(error).toMatchObject({ kind: "bad-request", status: 400 });
      expect(said(error)).not.toContain("x1x1");
    },
  );

  it.each([
    ["in part", (secret: string) => `The value starting with ${secret.slice(0, 14)} is wrong.`],
    ["cut off by our own limit", (secret: string) => `${"too long ".repeat(31)}${secret}`],
    ["with the request's headers", (secret: string, token: string) => `Authorization: Bearer ${token} with ${secret}`],
  ])("never shows a secret the service echoes: %s", async (_, echo) => {
    const running = await service();
    const secret = canary.secret("canary/+&=secret of mine");
    const body = JSON.stringify({ message: echo(secret, running.accessToken) });
    running.faults.add({ kind: "reply", status: 400, body });
    const update = { setup: { type: "BEARER", token: secret } };
    const error = await failure(connect(running).client.updateConnection(id, JSON.stringify(update)));
    expect(said(error)).toContain("[redacted]");
    expect(said(error)).not.toContain(secret.slice(0, 12));
  });

  it("shows what the service says as one inert line", async () => {
    const running = await service();
    const message = "First\r\nsecond \u202egnp.exe\u2066 [click](command:evil) \u0007\u200b$(trash)";
    running.faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message }) });
    const error = await failure(connect(running).client.updateConnection(id, JSON.stringify({ name: "x" })));
    expect(said(error)).not.toMatch(/[\p{Cc}\p{Cf}]|\]\(/u);
  });

  it("names the scope a 403 is about, beside the service's own words", async () => {
    const running = await service();
    const accessToken = canary.secret(await running.token({ scopes: ["read:flows_vault_connections"] }));
    const { client } = connect({ ...running, accessToken });
    const error = await failure(client.updateConnection(id, JSON.stringify({ name: "x" })));
    expect(error).toMatchObject({ kind: "forbidden", sent: "no" });
    expect(said(error)).toMatch(
      /^This token can't update connections\. It needs the scope update:flows_vault_connections\. Acme says: .*Insufficient scope/i,
    );
    expect(await client.preflightFailure()).toBe("lacks-update-scope");
  });

  it("tells that a connection is not there", async () => {
    const running = await service();
    running.connections.remove(id);
    const error = await failure(connect(running).client.updateConnection(id, JSON.stringify({ name: "x" })));
    expect(error).toMatchObject({ kind: "not-found", sent: "no" });
  });
});

describe("an update whose outcome is not known", () => {
  it.each([
    ["reset after it was applied", { kind: "silence", how: "reset", when: "after" }, "reset", 1],
    ["answered with 408", { kind: "reply", status: 408 }, "server", 0],
    [
      "answered with another record",
      { kind: "reply", status: 200, body: '{"id":"other"}', applied: true },
      "unexpected-shape",
      1,
    ],
    ["answered one byte at a time", { kind: "slow-body", everyMilliseconds: 100 }, "timeout", 1],
    ["answered without an end", { kind: "endless-body" }, "too-large", 1],
  ] as const)("is never sent again by itself: %s", async (_, fault, kind, changes) => {
    const running = await service();
    running.faults.add(fault);
    // Only what never ends by itself is given up soon: on a busy machine anything else may take as long.
    const limits = { ...(kind === "timeout" ? SHORT : {}), bodyBytes: 100_000 };
    const error = await failure(
      connect(running, { limits }).client.updateConnection(id, JSON.stringify({ name: "x" })),
    );
    expect(error).toMatchObject({ kind, sent: "maybe", operation: "update" });
    expect(said(error)).toMatch(/ The update may or may not have been applied\.$/);
    expect([updates(running), applied(running)]).toEqual([1, changes]);
  });

  it.each(["it is cancelled", "the client is closed"])("is told apart when %s on its way", async (how) => {
    const running = await service();
    running.faults.add({ kind: "hold", name: "update", when: "after" });
    const abort = new AbortController();
    const { client } = connect(running);
    const updating = failure(client.updateConnection(id, JSON.stringify({ name: "x" }), { signal: abort.signal }));
    await running.faults.held("update");
    if (how === "it is cancelled") abort.abort();
    else await client.close();
    expect(await updating).toMatchObject({ kind: "cancelled", sent: "maybe" });
    expect(updates(running)).toBe(1);
  });

  it("is not sent any more once it was cancelled while it waited for a connection", async () => {
    const running = await service();
    const { client } = connect(running);
    running.faults.add({ kind: "hold", name: "lists" }, { operation: "list", times: CONNECTIONS });
    const lists = Array.from({ length: CONNECTIONS }, () => client.listPage(0));
    await running.requests.waitFor({ operation: "list" }, CONNECTIONS);
    const abort = new AbortController();
    const updating = failure(client.updateConnection(id, JSON.stringify({ name: "x" }), { signal: abort.signal }));
    await setImmediate();
    abort.abort();
    expect(await updating).toMatchObject({ kind: "cancelled", sent: "no" });
    running.faults.release("lists");
    await Promise.all(lists);
    // It waited before this one.
    await client.listPage(0);
    expect(updates(running)).toBe(0);
  });

  it("is certain where it was cancelled before it began, or the client was closed", async () => {
    const running = await service();
    const { client } = connect(running);
    const cancelled = await failure(
      client.updateConnection(id, JSON.stringify({ name: "x" }), { signal: AbortSignal.abort() }),
    );
    expect([cancelled.sent, said(cancelled)]).toEqual(["no", "Canceled. Nothing was sent."]);
    await client.close();
    expect(await failure(client.updateConnection(id, JSON.stringify({ name: "y" })))).toMatchObject({
      kind: "cancelled",
      sent: "no",
    });
    expect(running.requests.sockets).toBe(0);
  });
});
