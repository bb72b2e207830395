import { describe, expect, it } from "vitest";
import { FileActivities } from "../../../client/core/push/activePushes.js";
import { duringWork } from "../../../client/core/push/run.js";

/** Does some work about a file, as pushes do. */
function during<Result>(
  { hear }: FileActivities,
  file: string,
  activity: "checking" | "pushing",
  work: () => Promise<Result>,
) {
  return duringWork({ listeners: [hear] }, { file }, activity, work);
}

describe("what is being done about a setup file", () => {
  it("is what began last, until that ends, however it ends", async () => {
    const activities = new FileActivities();
    const seen: unknown[] = [];
    activities.onDidChange((file) => seen.push([file, activities.of(file)]));
    await during(activities, "file:///a", "pushing", async () => {
      const failed = during(activities, "file:///a", "checking", () => Promise.reject(new Error("lost")));
      await expect(failed).rejects.toThrow("lost");
    });
    expect(seen).toEqual([
      ["file:///a", "pushing"],
      ["file:///a", "checking"],
      ["file:///a", "pushing"],
      ["file:///a", undefined],
    ]);
  });

  it("is said of each file alone, and of a push without a file not at all", async () => {
    const activities = new FileActivities();
    const seen = await during(activities, "file:///a", "pushing", () =>
      during(activities, "", "checking", () => Promise.resolve([activities.of("file:///a"), activities.of("")])),
    );
    expect(seen).toEqual(["pushing", undefined]);
    expect(activities.of("file:///a")).toBeUndefined();
  });
});
