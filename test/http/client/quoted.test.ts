import { describe, expect, it } from "vitest";
import { canary, failure, messageOf, ID, sendSetup, served, signingIn } from "./support.js";

const SECRET = "canary/+&=of this push";

describe("the client after an update", () => {
  // In which spellings a secret is found is proved with the redaction itself.
  it.each([
    ["whole", SECRET],
    ["in part", `previous update {"password": "${SECRET.slice(0, 15)}…`],
    ["in base64 with the client", Buffer.from(`my-client:${SECRET}`).toString("base64url")],
  ])("hides the secret of a push whose response was lost: %s", async (_, text) => {
    canary.secret(SECRET);
    const { running, client } = await served({ kind: "silence", how: "reset", when: "after" });
    const setup = { type: "BASIC_AUTH", username: "user", password: SECRET };
    expect(await failure(sendSetup(client, setup))).toMatchObject({ sent: "maybe" });
    running.faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message: `Not now: ${text} failed.` }) });
    const error = await failure(client.listPage(0));
    expect(error).toMatchObject({ kind: "bad-request" });
    expect(messageOf(error)).toMatch(/Not now: .*\[redacted\]/);
    expect(messageOf(error)).not.toMatch(/canary|Y2FuYXJ5/);
  });

  it.each([
    ["a request id", { type: "BEARER", token: "canary-in-a-header" }, { "X-Request-Id": "canary-in-a-header" }],
    ["a time, which is written rounded", { type: "BEARER", token: "3589" }, { "Retry-After": "3588.5" }],
    ["a number", { type: "JWT", algorithm: "HS256", pin: 48151623 }, { "X-RateLimit-Limit": "48151623" }],
  ])("keeps the secret out of the log: %s", async (_, setup, headers) => {
    const { running, client, lines } = await served();
    await sendSetup(client, setup);
    running.faults.add({ kind: "reply", status: 200, body: "[]", headers }, { operation: "list" });
    await client.listPage(0);
    expect(lines.at(-1)).toMatch(/connections: 200 in \d+ ms$/);
  });

  it("hides values that only another update marks as credentials", async () => {
    const { running, client, lines } = await served();
    const value = canary.secret("canary-as-a-domain");
    const setup = { type: "OAUTH_APP", client_id: "id", client_secret: "s3", domain: value };
    await client.updateConnection(ID, JSON.stringify({ setup }), { secrets: [value] });
    const body = JSON.stringify({ message: `Not now: ${value} failed.` });
    running.faults.add({ kind: "reply", status: 400, body, headers: { "X-Request-Id": value } });
    const error = await failure(client.listPage(0));
    expect(messageOf(error)).toMatch(/Not now: .*\[redacted\]/);
    expect(JSON.stringify([error, lines])).not.toContain(value);
  });
});

it("names the refused property unless it's a secret", async () => {
  const { running, client } = await served();
  const setup = { type: "BEARER", token: canary.secret("canary_as_property") };
  for (const body of [{ property: "setup.canary_as_property" }, { message: "Wrong: setup.canary_as_property" }]) {
    running.faults.add({ kind: "reply", status: 400, body: JSON.stringify(body) });
    const error = await failure(sendSetup(client, setup));
    expect(error).toMatchObject({ kind: "bad-request" });
    expect(JSON.stringify(error)).not.toContain("canary");
  }
});

it("hides a token that a list quotes", async () => {
  const token = canary.secret("canary-opaque-token");
  const body = JSON.stringify({ access_token: token, message: `No ${token} here` });
  const { running, client } = await signingIn({ kind: "reply", status: 200, body });
  running.faults.add({ kind: "reply", status: 400, body }, { operation: "list" });
  expect(messageOf(await failure(client.listPage(0)))).toContain("No [redacted] here");
});

it("hides a client and its secret that a token endpoint quotes together", async () => {
  const { running, client } = await signingIn();
  const { clientId, clientSecret } = running;
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  const body = JSON.stringify({ error_description: `No ${basic} here` });
  running.faults.add({ kind: "reply", status: 400, body }, { operation: "token" });
  const error = await failure(client.listPage(0));
  expect(messageOf(error)).toMatch(/No .*\[redacted\].* here/);
  expect(messageOf(error)).not.toContain(Buffer.from(clientSecret).toString("base64").slice(2, 12));
});
