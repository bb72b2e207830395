import { describe, expect, it } from "vitest";
import { apartFrom } from "../../../client/core/push/storage.js";
import { PushHistory, type HistoryLine } from "../../../client/core/push/history.js";
import { PushJournal } from "../../../client/core/push/journal.js";
import { TextStorage } from "./textStorage.js";

const SAMPLE = "https://sample.invalid";
const ACME = "https://acme.example.com";

const line = (origin: string, id: string): HistoryLine => ({
  time: 1,
  origin,
  tenantName: "A",
  id,
  properties: ["name"],
  outcome: "done",
});

describe("what is kept of one origin for this window only", () => {
  it("is there among all else, never reaches the storage, and goes without a trace", async () => {
    const storage = new TextStorage();
    await new PushHistory(storage).add(line(ACME, "before"));
    const history = new PushHistory(apartFrom(SAMPLE, storage));
    await history.add(line(SAMPLE, "tried"));
    await history.add(line(ACME, "after"));
    expect(history.lines.map(({ id }) => id).sort()).toEqual(["after", "before", "tried"]);
    expect(storage.everything).not.toContain("sample.invalid");
    await history.forget(SAMPLE);
    expect(history.lines.map(({ id }) => id)).toEqual(["after", "before"]);
    expect(new PushHistory(storage).lines.map(({ id }) => id)).toEqual(["after", "before"]);
  });

  it("is not taken for an interrupted push by the next window", async () => {
    const storage = new TextStorage();
    const journal = new PushJournal(apartFrom(SAMPLE, storage));
    const about = { tenantName: "A", connection: "C", file: "file:///a", startedAt: 1, properties: ["name"] };
    await journal.begin({ ...about, origin: SAMPLE, id: "ac_1" });
    await journal.begin({ ...about, origin: ACME, id: "ac_2" });
    expect(journal.open.map(({ id }) => id)).toEqual(["ac_1", "ac_2"]);
    expect(new PushJournal(storage).interrupted.map(({ id }) => id)).toEqual(["ac_2"]);
    expect(storage.everything).not.toContain("sample.invalid");
  });

  it("is told apart in objects by name too, and what is neither passes through", async () => {
    const storage = new TextStorage();
    const apart = apartFrom(SAMPLE, storage);
    await apart.set("files", { a: { origin: SAMPLE }, b: { origin: ACME }, c: 1 });
    await apart.set("other", "text");
    expect(apart.get("files")).toEqual({ a: { origin: SAMPLE }, b: { origin: ACME }, c: 1 });
    expect([storage.get("files"), apart.get("other")]).toEqual([{ b: { origin: ACME }, c: 1 }, "text"]);
    await apart.set("files", { b: { origin: ACME } });
    expect(apart.get("files")).toEqual({ b: { origin: ACME } });
  });
});
