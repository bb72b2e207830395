import { describe, expect, it } from "vitest";
import { connectionAt } from "../../service/data/catalogue.js";
import { stranger } from "./servers.js";
import { canary, clientCredentials, connect, failure, said, service, SHORT } from "./support.js";

const { id } = connectionAt(0);

/** What a server does with its connection once the head of its answer and half of the body are written. */
const ENDINGS = ["broken off", "never ended"] as const;

const REFUSALS = [
  [400, "bad-request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [429, "rate-limited"],
] as const;

/** A server whose every answer has this status and a body without an end. */
async function answeringInPart(status: number, ending: (typeof ENDINGS)[number]) {
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const { port } = await stranger((socket) =>
    socket.on("data", () => {
      socket.write(`${head}{"message":"Half of`, () => {
        if (ending === "broken off") socket.resetAndDestroy();
      });
    }),
  );
  return { baseUrl: `http://127.0.0.1:${port}/api/v2`, accessToken: canary.secret("canary-access-token") };
}

describe.each(ENDINGS)("a refusal whose body is %s", (ending) => {
  it.each(REFUSALS)("is told as its status says, and nothing was applied: %i", async (status, kind) => {
    const to = await answeringInPart(status, ending);
    const error = await failure(connect(to, { limits: SHORT }).client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind, status, sent: "no" });
    expect(said(error)).not.toMatch(/may or may not/);
  });

  it.each(REFUSALS)("is told for a list too: %i", async (status, kind) => {
    const to = await answeringInPart(status, ending);
    expect(await failure(connect(to, { limits: SHORT }).client.listPage(0))).toMatchObject({ kind, status });
  });

  it.each([408, 500, 502, 503, 504])("leaves open the outcome of an update after %i", async (status) => {
    const to = await answeringInPart(status, ending);
    const error = await failure(connect(to, { limits: SHORT }).client.updateConnection(id, { name: "x" }));
    expect(error).toMatchObject({ kind: "server", status, sent: "maybe" });
  });
});

it("a success whose body is broken off is still an answer that was lost", async () => {
  const to = await answeringInPart(200, "broken off");
  expect(await failure(connect(to).client.updateConnection(id, { name: "x" }))).toMatchObject({
    kind: "reset",
    sent: "maybe",
  });
});

it("a refusal whose body never ends is not waited for as long as an answer", async () => {
  const to = await answeringInPart(404, "never ended");
  const begin = performance.now();
  expect(await failure(connect(to).client.updateConnection(id, { name: "x" }))).toMatchObject({ kind: "not-found" });
  // Between two pieces of an answer, 15 seconds may pass; on no machine does the wait for this one take that long.
  expect(performance.now() - begin).toBeLessThan(15_000);
});

it("a token endpoint's refusal is told though its body is broken off", async () => {
  const running = await service();
  running.faults.add({ kind: "truncate", how: "cut" }, { operation: "token" });
  const credential = { ...clientCredentials(running), clientSecret: canary.secret("canary-wrong-secret") };
  const { client } = connect(running, { credential: () => Promise.resolve(credential) });
  expect(await failure(client.listPage(0))).toMatchObject({ kind: "sign-in", fault: "refused" });
});

it.each([
  ["lists", "[", "]"],
  ["errors in errors", '{"error":', "}"],
])("a refusal whose body is nested without end is told as its status says: %s", async (_, open, close) => {
  const to = await service();
  const body = `${open.repeat(6000)}[]${close.repeat(6000)}`;
  to.faults.add({ kind: "reply", status: 400, headers: { "Content-Type": "application/json" }, body });
  const error = await failure(connect(to).client.updateConnection(id, { name: "x" }));
  expect(error).toMatchObject({ kind: "bad-request", sent: "no" });
});
