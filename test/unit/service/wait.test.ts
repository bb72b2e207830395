import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { orAborted } from "../../../client/core/service/calls/wait.js";

const never = () => new Promise<never>(() => undefined);

it("leaves no listener behind, however a wait ends", async () => {
  const abort = new AbortController();
  const waiting = orAborted(never(), abort.signal);
  const others = [
    orAborted(Promise.resolve("done"), abort.signal),
    orAborted(Promise.reject(new Error("failed")), abort.signal),
  ] as const;
  expect(getEventListeners(abort.signal, "abort").length).toBe(3);
  expect(await others[0]).toBe("done");
  await expect(others[1]).rejects.toThrow("failed");
  expect(getEventListeners(abort.signal, "abort").length).toBe(1);
  abort.abort();
  await expect(waiting).rejects.toThrow("aborted");
  expect(getEventListeners(abort.signal, "abort").length).toBe(0);
  await expect(orAborted(never(), abort.signal)).rejects.toThrow("aborted");
});
