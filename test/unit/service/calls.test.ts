import { expect, it } from "vitest";
import { call, CHANGE_RETRIES, type CallContext } from "../../../client/core/service/calls/calls.js";
import { Limiter } from "../../../client/core/service/calls/limiter.js";
import { createRedactor } from "../../../client/core/service/redaction/redact.js";
import type { Transport } from "../../../client/core/service/transport/transport.js";
import { VirtualClock } from "./virtualClock.js";

it("a refusal holds others back though it is the last one of its request", async () => {
  const clock = new VirtualClock();
  const sentAt: number[] = [];
  const send = () => {
    const status = sentAt.push(clock.now()) > 2 ? 200 : 429;
    const rateLimit = { limit: undefined, remaining: undefined, waitSeconds: 30 };
    return Promise.resolve({ status, headers: {}, body: Buffer.from("{}"), rateLimit });
  };
  const context: CallContext = {
    transport: { send } as unknown as Transport,
    limiter: new Limiter(clock),
    clock,
    host: "127.0.0.1",
    redactor: createRedactor([]),
  };
  const request = { operation: "update", method: "PATCH", path: "/" } as const;
  const change = () => call(context, request, CHANGE_RETRIES, new AbortController());
  const [first] = await Promise.all([Promise.allSettled([change()]), clock.pass()]);
  expect(first).toMatchObject([{ reason: { kind: "rate-limited", sent: "no" } }]);
  await Promise.all([change(), clock.pass()]);
  expect(sentAt).toEqual([0, 30_000, 60_000]);
});
