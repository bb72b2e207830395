import { describe, expect, it } from "vitest";
import { Canary } from "../../http/canary.js";

/** A sweep that finds nothing proves nothing unless it would find something. */
describe("the canary", () => {
  it.each([
    ["as it is", "a canary+1 b"],
    ["in a URL", "?x=canary%2B1"],
    ["in base64", Buffer.from("canary+1").toString("base64")],
  ])("is found %s", (_, text) => {
    const canary = new Canary();
    canary.secret("canary+1");
    canary.saw("nothing here", text);
    expect(canary.leaks()).toEqual([{ secret: "canary+1", text }]);
  });

  it("is found in every corner of an error", () => {
    for (const error of [
      new Error("hidden-bird"),
      new Error("x", { cause: { deep: { deeper: { deepest: { at: "hidden-bird" } } } } }),
      Object.assign(new Error("x"), { body: "hidden-bird" }),
      Object.defineProperty(new Error("x"), "hidden", { value: "hidden-bird", enumerable: false }),
    ]) {
      const canary = new Canary();
      canary.secret("hidden-bird");
      canary.sawError(error);
      expect(canary.leaks().length).toBeGreaterThan(0);
    }
  });

  it("is not found where it is not", () => {
    const canary = new Canary();
    canary.secret("hidden-bird");
    canary.saw("a bird");
    canary.sawError(new Error("a bird"));
    expect(canary.leaks()).toEqual([]);
  });
});
