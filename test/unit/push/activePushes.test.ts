import { expect, it } from "vitest";
import type { PushRequest } from "../../../client/core/push/pushTypes.js";
import { ActivePushes } from "../../../client/core/push/state/activePushes.js";

const request = (origin: string, id: string) => ({ tenant: { origin }, id }) as PushRequest;

it("allows one push at a time for each connection of a tenant", () => {
  const active = new ActivePushes();
  const [here, elsewhere, other] = [request("https://a", "1"), request("https://b", "1"), request("https://a", "2")];
  const first = active.begin([here, other]);
  expect(first.begun).toEqual([here, other]);
  const second = active.begin([{ ...here }, elsewhere]);
  expect(second.begun).toEqual([elsewhere]);
  second.end();
  expect(active.begin([{ ...here }]).begun).toEqual([]);
  first.end();
  expect(active.begin([here, elsewhere]).begun).toEqual([here, elsewhere]);
});
