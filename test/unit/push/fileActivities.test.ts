import { describe, expect, it } from "vitest";
import { FileActivities } from "../../../client/core/push/activePushes.js";

describe("what is being done about a setup file", () => {
  it("is what began last, until that ends, however it ends", async () => {
    const activities = new FileActivities();
    const seen: unknown[] = [];
    activities.onDidChange((file) => seen.push([file, activities.of(file)]));
    await activities.during("file:///a", "pushing", async () => {
      const failed = activities.during("file:///a", "checking", () => Promise.reject(new Error("lost")));
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
    const seen = await activities.during("file:///a", "pushing", () =>
      activities.during("", "checking", () => Promise.resolve([activities.of("file:///a"), activities.of("")])),
    );
    expect(seen).toEqual(["pushing", undefined]);
    expect(activities.of("file:///a")).toBeUndefined();
  });
});
