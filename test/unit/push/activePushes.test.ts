import { expect, it } from "vitest";
import { whileActive } from "../../../client/core/push/events.js";
import type { PushRequest } from "../../../client/core/push/pushTypes.js";
import { ActivePushes } from "../../../client/core/push/state/activePushes.js";
import { FileActivities } from "../../../client/core/push/state/fileActivities.js";

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

it("reports for each file what began last, until that ends, and nothing without a file", async () => {
  const activities = new FileActivities();
  const seen: unknown[] = [];
  activities.onDidChange((file) => seen.push([file, activities.of(file)]));
  const [context, file] = [{ listeners: [activities.onPush] }, "file:///a"];
  await whileActive(context, { file }, "pushing", async () => {
    await whileActive(context, { file: "" }, "checking", () => Promise.resolve());
    const failed = whileActive(context, { file }, "checking", () => Promise.reject(new Error("lost")));
    await expect(failed).rejects.toThrow("lost");
  });
  expect(seen).toEqual(["pushing", "checking", "pushing", undefined].map((activity) => [file, activity]));
});
