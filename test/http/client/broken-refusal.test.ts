import { expect, it } from "vitest";
import { stranger } from "./servers.js";
import {
  canary,
  clientCredentials,
  connect,
  failure,
  messageOf,
  openService,
  SHORT,
  rename,
  served,
} from "./support.js";

/** A client of a server whose every answer has this status and half of its body. */
async function answeredInPart(status: number, ending: "broken off" | "never ended", limits: object = SHORT) {
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;
  const { address } = await stranger((socket) =>
    socket.on("data", () => {
      socket.write(`${head}{"message":"Half of`, () => {
        if (ending === "broken off") socket.resetAndDestroy();
      });
    }),
  );
  return connect(address, { limits }).client;
}

it.each([
  [400, "bad-request", "broken off"],
  [401, "unauthorized", "broken off"],
  [403, "forbidden", "broken off"],
  [404, "not-found", "broken off"],
  [404, "not-found", "never ended"],
  [429, "rate-limited", "broken off"],
  [408, "server", "broken off"],
  [500, "server", "broken off"],
  [503, "server", "broken off"],
  [503, "server", "never ended"],
  // A success without its body is an answer that was lost.
  [200, "reset", "broken off"],
] as const)("reports an update answered with %i as %s if the body is %s", async (status, kind, ending) => {
  const isRefusal = kind !== "server" && kind !== "reset";
  const error = await failure(rename(await answeredInPart(status, ending)));
  expect(error).toMatchObject({ kind, sent: isRefusal ? "no" : "maybe", ...(kind !== "reset" && { status }) });
  expect(messageOf(error).includes("may or may not")).toBe(!isRefusal);
});

it("doesn't wait for the end of a refusal's body", async () => {
  const client = await answeredInPart(404, "never ended", {});
  const begin = performance.now();
  expect(await failure(rename(client))).toMatchObject({ kind: "not-found" });
  // Between two pieces of an answer, 15 seconds may pass; on no machine does the wait for this one take that long.
  expect(performance.now() - begin).toBeLessThan(15_000);
});

it("reports a token endpoint's refusal even if its body breaks off", async () => {
  const running = await openService();
  running.faults.add({ kind: "truncate", how: "cut" }, { operation: "token" });
  const credential = { ...clientCredentials(running), clientSecret: canary.secret("canary-wrong-secret") };
  const { client } = connect(running, { credential: () => Promise.resolve(credential) });
  expect(await failure(client.listPage(0))).toMatchObject({ kind: "sign-in", fault: "refused" });
});

it.each([
  ["lists", "[", "]"],
  ["errors in errors", '{"error":', "}"],
])("reports a refusal by its status if its body is nested too deeply: %s", async (_, open, close) => {
  const body = `${open.repeat(6000)}[]${close.repeat(6000)}`;
  const { client } = await served({ kind: "reply", status: 400, body });
  expect(await failure(rename(client))).toMatchObject({ kind: "bad-request", sent: "no" });
});
