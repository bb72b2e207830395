import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { clockUntil, orAborted, systemClock } from "../../../client/core/service/calls/wait.js";

const never = () => new Promise<never>(() => undefined);
const listeners = (...signals: readonly AbortSignal[]) =>
  signals.map((each) => getEventListeners(each, "abort").length);

it("a wait that is given up leaves nothing behind in any of its signals", async () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const waiting = orAborted(never(), one.signal, other.signal);
  expect(listeners(one.signal, other.signal)).toEqual([1, 1]);
  one.abort();
  await expect(waiting).rejects.toThrow();
  await expect(orAborted(never(), other.signal, one.signal)).rejects.toThrow();
  expect(listeners(one.signal, other.signal)).toEqual([0, 0]);
});

it("nor does one on a clock, whichever way it ends", async () => {
  const [closed, abort] = [new AbortController(), new AbortController()];
  const clock = clockUntil(closed.signal, systemClock);
  await clock.sleep(1, abort.signal);
  const waiting = [clock.sleep(60_000, abort.signal), clock.sleep(60_000)];
  abort.abort();
  await expect(waiting[0]).rejects.toThrow();
  closed.abort();
  await expect(waiting[1]).rejects.toThrow();
  expect(listeners(closed.signal, abort.signal)).toEqual([0, 0]);
});
