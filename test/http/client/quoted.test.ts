import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import type { Service } from "../../service/service.js";
import { canary, clientCredentials, connect, failure, said, service, type Connected } from "./support.js";

const { id } = connectionAt(0);
const SECRET = "canary/+&=of this push";
const SETUP = { type: "BASIC_AUTH", username: "user", password: SECRET };

/** A service whose answer to an update was lost, and whose client goes on to read the list. */
async function afterLostAnswer(): Promise<Connected & { readonly running: Service }> {
  canary.secret(SECRET);
  const running = await service();
  const connected = connect(running);
  running.faults.add({ kind: "silence", how: "reset", when: "after" }, { operation: "update" });
  const lost = await failure(connected.client.updateConnection(id, { setup: SETUP }));
  expect(lost).toMatchObject({ sent: "maybe" });
  return { ...connected, running };
}

const BASIC = `my-client:${SECRET}`;

describe("what a failing list says after a lost answer", () => {
  it.each([
    ["whole", SECRET],
    ["within the update", `previous update ${JSON.stringify({ setup: SETUP })}`],
    ["in part", `previous update {"password": "${SECRET.slice(0, 15)}…`],
    ["in base64", Buffer.from(SECRET).toString("base64")],
    ["in base64 with the client", `Basic realm, ${Buffer.from(BASIC).toString("base64")}`],
    ["in base64url with the client", Buffer.from(BASIC).toString("base64url")],
    ["as a URL", encodeURIComponent(SECRET)],
    ["as a form", new URLSearchParams({ password: SECRET }).toString()],
    ["in hexadecimal", Buffer.from(SECRET).toString("hex")],
    ["in escapes of JSON", Array.from(SECRET, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")],
  ])("does not show this push's secret: %s", async (_, text) => {
    const { client, running } = await afterLostAnswer();
    running.faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message: `Not now: ${text} failed.` }) });
    const error = await failure(client.listPage(0));
    expect(error).toMatchObject({ kind: "bad-request" });
    expect(said(error)).toMatch(/Not now: .*\[redacted\]/);
    expect(said(error)).not.toContain("canary");
    expect(said(error)).not.toContain(Buffer.from("canary/+").toString("hex"));
    expect(said(error)).not.toContain("Y2FuYXJ5");
  });

  it.each([
    ["the whole of it", "canary-in-a-header"],
    ["in base64", Buffer.from("canary-in-a-header").toString("base64url")],
    ["in hexadecimal", Buffer.from("canary-in-a-header").toString("hex")],
  ])("does not bring it into the log by a request id: %s", async (_, requestId) => {
    const running = await service();
    const { client, lines } = connect(running);
    canary.secret("canary-in-a-header");
    await client.updateConnection(id, { setup: { type: "BEARER", token: "canary-in-a-header" } });
    running.faults.add({ kind: "headers", headers: { "X-Request-Id": requestId } }, { operation: "list" });
    await client.listPage(0);
    expect(lines.at(-1)).toMatch(/connections: 200 in \d+ ms$/);
  });

  it("does not bring it into the log by a figure of the rate limit, which is written rounded", async () => {
    const running = await service();
    const { client, lines } = connect(running);
    await client.updateConnection(id, { setup: { type: "BASIC_AUTH", username: "u", password: "3589" } });
    running.faults.add({ kind: "headers", headers: { "Retry-After": "3588.5" } }, { operation: "list" });
    await client.listPage(0);
    expect(lines.at(-1)).toMatch(/connections: 200 in \d+ ms$/);
  });

  it("does not show what the update itself does not tell to be a credential, in sentences and in the log", async () => {
    const running = await service();
    const { client, lines } = connect(running);
    const value = canary.secret("canary-as-a-domain");
    const setup = { type: "OAUTH_APP", client_id: "id", client_secret: "s3", domain: value };
    await client.updateConnection(id, { setup }, { secrets: [value] });
    running.faults.add({ kind: "headers", headers: { "X-Request-Id": value } }, { operation: "list" });
    await client.listPage(0);
    running.faults.add({ kind: "reply", status: 400, body: JSON.stringify({ message: `Not now: ${value} failed.` }) });
    const error = await failure(client.listPage(0));
    expect(said(error)).toMatch(/Not now: .*\[redacted\]/);
    expect(JSON.stringify([error, lines])).not.toContain(value);
  });

  it("does not bring a number of it into the log by a rate limit", async () => {
    const running = await service();
    const { client, lines } = connect(running);
    await client.updateConnection(id, { setup: { type: "JWT", algorithm: "HS256", pin: 48151623 } });
    running.faults.add({ kind: "headers", headers: { "X-RateLimit-Limit": "48151623" } }, { operation: "list" });
    await client.listPage(0);
    expect(lines.at(-1)).toMatch(/connections: 200 in \d+ ms$/);
  });
});

it("the property an update is refused for is no secret of it", async () => {
  const running = await service();
  const setup = { type: "BEARER", token: canary.secret("canary_as_property") };
  for (const body of [{ property: "setup.canary_as_property" }, { message: "Wrong: setup.canary_as_property" }]) {
    running.faults.add({ kind: "reply", status: 400, body: JSON.stringify(body) });
    const error = await failure(connect(running).client.updateConnection(id, { setup }));
    expect(error).toMatchObject({ kind: "bad-request" });
    expect(JSON.stringify(error)).not.toContain("canary");
  }
});

it("a list may quote a token that was asked for", async () => {
  const running = await service();
  const token = canary.secret("canary-opaque-token");
  running.faults.add(
    { kind: "reply", status: 200, body: JSON.stringify({ access_token: token }) },
    { operation: "token" },
  );
  running.faults.add(
    { kind: "reply", status: 400, body: JSON.stringify({ message: `No ${token} here` }) },
    { operation: "list" },
  );
  const { client } = connect(running, { credential: () => Promise.resolve(clientCredentials(running)) });
  expect(said(await failure(client.listPage(0)))).toContain("No [redacted] here");
});

it("a token endpoint may quote the client and its secret as one", async () => {
  const running = await service();
  const credential = clientCredentials(running);
  const basic = Buffer.from(`${credential.clientId}:${credential.clientSecret}`).toString("base64");
  running.faults.add(
    { kind: "reply", status: 400, body: JSON.stringify({ error_description: `No ${basic} here` }) },
    { operation: "token" },
  );
  const { client } = connect(running, { credential: () => Promise.resolve(credential) });
  const error = await failure(client.listPage(0));
  expect(said(error)).toMatch(/No .*\[redacted\].* here/);
  expect(said(error)).not.toContain(Buffer.from(credential.clientSecret).toString("base64").slice(2, 12));
});
