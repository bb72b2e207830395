import { describe, expect, it } from "vitest";
import { recordFrom } from "../../unit/records.js";
import { canary, connect, failure, messageOf, openService, SHORT, ID, rename, sendSetup, served } from "./support.js";

const SETUP = {
  type: "OAUTH_APP",
  client_id: "canary-client-id",
  client_secret: "canary-client-secret",
  domain: "login.example.com",
};

it("sends exactly the given text once, and returns the updated record", async () => {
  const { running, client } = await served();
  const text = '{ "name":"Salesforce é \\u00e9",\n"setup":{"type":"BEARER","token":"canary-bearer"}}';
  canary.secret("canary-bearer");
  const record = await client.updateConnection(ID, text);
  const [request] = running.requests.all({ operation: "update" });
  expect(request?.body).toEqual(Buffer.from(text));
  expect(request?.headers["content-type"]).toBe("application/json");
  expect(request?.path).toBe(`/api/v2/flows/vault/connections/${ID}`);
  expect(record).toEqual(recordFrom(running.connections.get(ID)));
  expect(running.requests.updates).toBe(1);
});

describe("the id of an update", () => {
  it.each(["", ".", "..", "../../x", "a\\b", "%2e%2e", "a b", "a\r\nHost: evil", "a\u0000", "\ud800"])(
    "is refused if it could address something else: %j",
    async (odd) => {
      const { running, client } = await served();
      const error = await failure(client.updateConnection(odd, JSON.stringify({ name: "x" })));
      expect(error).toMatchObject({ kind: "invalid-request", sent: "no" });
      expect(running.requests.sockets).toBe(0);
    },
  );

  it.each(["?x", "a#b", "ä…", "a;b=c", "😀".repeat(30), "a:b@c"])("is one segment of the path: %s", async (odd) => {
    const { running, client } = await served();
    const error = await failure(client.updateConnection(odd, JSON.stringify({ name: "x" })));
    expect(error).toMatchObject({ kind: "not-found", status: 404, sent: "no" });
    const [request] = running.requests.all();
    const path = `/api/v2/flows/vault/connections/${encodeURIComponent(odd)}`;
    expect([request?.path, request?.query.size]).toEqual([path, 0]);
  });
});

describe("a refused update", () => {
  // In which shapes a service may say it is proved with the reading of its words.
  it("is reported in the service's words, with the property they name", async () => {
    const { client } = await served();
    const error = await failure(sendSetup(client, { ...SETUP, domain: "not a host" }));
    expect(error).toMatchObject({ kind: "bad-request", status: 400, sent: "no", property: "setup.domain" });
    expect(messageOf(error)).toBe("Acme rejected the update: The property setup.domain is not valid (not-hostname).");
  });

  it.each([
    ["in part", (secret: string) => `The value starting with ${secret.slice(0, 14)} is wrong.`],
    ["cut off by our own limit", (secret: string) => `${"too long ".repeat(31)}${secret}`],
    ["with the request's headers", (secret: string, token: string) => `Authorization: Bearer ${token} with ${secret}`],
  ])("never shows a secret the service echoes: %s", async (_, echo) => {
    const { running, client } = await served();
    const secret = canary.secret("canary/+&=secret of mine");
    const body = JSON.stringify({ message: echo(secret, running.accessToken) });
    running.faults.add({ kind: "reply", status: 400, body });
    const error = await failure(sendSetup(client, { type: "BEARER", token: secret }));
    expect(messageOf(error)).toContain("[redacted]");
    expect(messageOf(error)).not.toContain(secret.slice(0, 12));
  });

  it("shows what the service says as one inert line", async () => {
    const message = "First\r\nsecond \u202egnp.exe\u2066 [click](command:evil) \u0007\u200b$(trash)";
    const { client } = await served({ kind: "reply", status: 400, body: JSON.stringify({ message }) });
    const error = await failure(rename(client));
    expect(messageOf(error)).not.toMatch(/[\p{Cc}\p{Cf}]|\]\(/u);
  });

  it("names the scope that a 403 is about, and the service's words", async () => {
    const running = await openService();
    const accessToken = canary.secret(await running.token({ scopes: ["read:flows_vault_connections"] }));
    const { client } = connect({ ...running, accessToken });
    const error = await failure(rename(client));
    expect(error).toMatchObject({ kind: "forbidden", sent: "no" });
    expect(messageOf(error)).toMatch(
      /^This token can't update connections\. It needs the scope update:flows_vault_connections\. Acme says: .*Insufficient scope/i,
    );
    expect(await client.preflightFailure()).toBe("lacks-update-scope");
  });
});

describe("an update whose outcome is unknown", () => {
  const OTHER_RECORD = { kind: "reply", status: 200, body: '{"id":"other"}', applied: true } as const;

  it.each([
    ["reset after it was applied", { kind: "silence", how: "reset", when: "after" }, "reset", 1],
    ["answered with 408", { kind: "reply", status: 408 }, "server", 0],
    ["given up by a proxy", { kind: "reply", status: 499 }, "server", 0],
    ["answered with another record", OTHER_RECORD, "unexpected-shape", 1],
    ["answered one byte at a time", { ...OTHER_RECORD, everyMilliseconds: 100 }, "timeout", 1],
    ["answered with too much", OTHER_RECORD, "too-large", 1],
  ] as const)("is never sent again: %s", async (_, fault, kind, changes) => {
    const running = await openService();
    running.faults.add(fault);
    // Only what never ends by itself is given up soon: on a busy machine anything else may take as long.
    const limits = { ...(kind === "timeout" ? SHORT : {}), ...(kind === "too-large" && { bodyBytes: 10 }) };
    const error = await failure(rename(connect(running, { limits }).client));
    expect(error).toMatchObject({ kind, sent: "maybe", operation: "update" });
    expect(messageOf(error)).toMatch(/ The update may or may not have been applied\.$/);
    expect(running.requests.sent).toEqual([1, changes]);
  });

  it.each(["it is cancelled", "the client is closed"])("is reported as such if %s on its way", async (how) => {
    const { running, client } = await served({ kind: "hold", name: "update", when: "after" });
    const abort = new AbortController();
    const updating = failure(rename(client, { signal: abort.signal }));
    await running.faults.held("update");
    if (how === "it is cancelled") abort.abort();
    else await client.close();
    expect(await updating).toMatchObject({ kind: "cancelled", sent: "maybe" });
    expect(running.requests.updates).toBe(1);
  });

  it("is known not to be sent if it was canceled or closed before", async () => {
    const { running, client } = await served();
    const cancelled = await failure(rename(client, { signal: AbortSignal.abort() }));
    expect([cancelled.sent, messageOf(cancelled)]).toEqual(["no", "Canceled. Nothing was sent."]);
    await client.close();
    expect(await failure(rename(client))).toMatchObject({ kind: "cancelled", sent: "no" });
    expect(await failure(client.listPage(0))).toMatchObject({ kind: "cancelled", sent: "no" });
    expect(running.requests.sockets).toBe(0);
  });
});
