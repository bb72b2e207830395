import { describe, expect, it } from "vitest";
import { PushesUnderWay } from "../../../client/src/push/underWay.js";

describe("pushes under way", () => {
  it("are one at most for each connection of a tenant", async () => {
    const pushes = new PushesUnderWay();
    let finish = (): void => undefined;
    const first = pushes.run(
      "https://a",
      "ac_1",
      () =>
        new Promise<string>(
          (resolve) =>
            (finish = () => {
              resolve("first");
            }),
        ),
    );
    expect(await pushes.run("https://a", "ac_1", () => Promise.resolve("second"))).toBeUndefined();
    expect(await pushes.run("https://b", "ac_1", () => Promise.resolve("other tenant"))).toBe("other tenant");
    finish();
    expect(await first).toBe("first");
    expect(await pushes.run("https://a", "ac_1", () => Promise.resolve("third"))).toBe("third");
  });

  it("end when they fail", async () => {
    const pushes = new PushesUnderWay();
    await expect(pushes.run("https://a", "ac_1", () => Promise.reject(new Error("lost")))).rejects.toThrow("lost");
    expect(await pushes.run("https://a", "ac_1", () => Promise.resolve(1))).toBe(1);
  });
});
