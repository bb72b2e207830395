import { describe, expect, it } from "vitest";
import { isolateOrigin } from "../../../client/core/storage/durableStorage.js";
import { PushHistory } from "../../../client/core/push/state/history.js";
import { LINE } from "../records.js";
import { TextStorage } from "../storage.js";

const SAMPLE = "https://sample.invalid";
const ACME = "https://acme.example.com";

describe("storage for one origin that's kept in this window only", () => {
  it("is read with the rest, isn't stored, and is removed without a trace", async () => {
    const storage = new TextStorage();
    await new PushHistory(storage).add({ ...LINE, origin: ACME, id: "before" });
    const history = new PushHistory(isolateOrigin(SAMPLE, storage));
    await history.add({ ...LINE, origin: SAMPLE, id: "tried", push: "tried" });
    await history.add({ ...LINE, origin: ACME, id: "after", push: "after" });
    expect(history.lines.map(({ id }) => id).sort()).toEqual(["after", "before", "tried"]);
    expect(storage.everything).not.toContain("sample.invalid");
    await history.forget(SAMPLE);
    for (const { lines } of [history, new PushHistory(storage)])
      expect(lines.map(({ id }) => id)).toEqual(["after", "before"]);
  });

  it("is recognized in objects by name, too", async () => {
    const storage = new TextStorage();
    const apart = isolateOrigin(SAMPLE, storage);
    await apart.update("files", { a: { origin: SAMPLE }, b: { origin: ACME }, c: 1 });
    await apart.update("other", "text");
    expect(apart.get("files")).toEqual({ a: { origin: SAMPLE }, b: { origin: ACME }, c: 1 });
    expect([storage.get("files"), apart.get("other")]).toEqual([{ b: { origin: ACME }, c: 1 }, "text"]);
    await apart.update("files", { b: { origin: ACME } });
    expect(apart.get("files")).toEqual({ b: { origin: ACME } });
  });
});
