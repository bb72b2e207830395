import { reportInterruptedPushes } from "../../../client/extension/push/checkPush.js";
import type { PushServices } from "../../../client/extension/push/pushServices.js";
import { editor } from "../vscode.js";
import { describe, expect, it } from "vitest";
import type { PushContext } from "../../../client/core/push/context.js";
import { recordOutcome, whenEnded } from "../../../client/core/push/events.js";
import { ActivePushes } from "../../../client/core/push/state/activePushes.js";
import { MAX_PUSHES, PushHistory, dayOf, pushDays } from "../../../client/core/push/state/history.js";
import type { HistoryLine } from "../../../client/core/push/state/storedPushes.js";
import { PushJournal } from "../../../client/core/push/state/journal.js";
import { ENTRY, LINE, recordFrom } from "../records.js";
import { TextStorage } from "../storage.js";
import { partOf } from "../partOf.js";

/** What may stand in a store that someone else, or an older version, has written to. */
const RUBBISH = [
  ...[null, "x", {}, [], 7, { ...ENTRY }, { ...LINE, outcome: "toString" }, { ...LINE, time: "now" }],
  ...[{ ...LINE, origin: "acme" }, { ...LINE, properties: ["name", 1] }, { ...LINE, push: undefined }, [LINE]],
  { ...ENTRY, push: "p", window: "w", before: { name: 1 } },
];

/** Keeps a value for this window even where it says that it couldn't be kept, as VS Code does. */
class HoldingStorage extends TextStorage {
  /** So many of the next values aren't kept. */
  failing = 0;

  override async update(key: string, value: unknown): Promise<void> {
    await super.update(key, value);
    if (this.failing-- > 0) throw new Error("ENOSPC");
  }
}

/** What pushes share that keep how they end. */
function contextOf(journal: PushJournal, history: PushHistory): PushContext {
  return { journal, active: new ActivePushes(), listeners: [journal.onPush, history.onPush] };
}

describe("the journal", () => {
  it("forgets only pushes that a later push to the connection has settled", async () => {
    const journal = new PushJournal(new TextStorage());
    await journal.begin({ ...ENTRY, startedAt: 60_000 });
    const other = await journal.begin({ ...ENTRY, origin: "https://other.example" });
    const later = await journal.begin({ ...ENTRY, startedAt: 1_000 });
    const latest = await journal.begin({ ...ENTRY, startedAt: 500 });
    await journal.end(later, "done");
    expect(journal.open).toEqual([other, latest]);
  });

  it("keeps the last outcomes until the history is on the disk", async () => {
    const storage = new TextStorage();
    const slow = new PushHistory(new TextStorage());
    const context = contextOf(new PushJournal(storage), slow);
    for (let at = 1; at <= 30; at++) {
      const entry = await context.journal.begin({ ...ENTRY, startedAt: at });
      await recordOutcome({ target: entry, entry, outcome: { kind: "cancelled" } }, context);
    }
    expect(slow.lines).toHaveLength(30);
    // The next window finds the journal, and a history without the last lines.
    const journal = new PushJournal(storage);
    expect([journal.open, journal.interrupted, journal.ended.length]).toEqual([[], [], 20]);
    const history = new PushHistory(new TextStorage());
    await history.add({ ...LINE, time: 30, push: journal.ended.at(-1)?.push ?? "" });
    await history.restore(journal, []);
    expect(history.lines).toHaveLength(20);
    expect(history.lines.filter(({ time }) => time === 30)).toMatchObject([{ outcome: "done" }]);
  });

  it("corrects the history for pushes that it calls open or lacks", async () => {
    const storage = new TextStorage();
    const history = new PushHistory(new TextStorage());
    const context = contextOf(new PushJournal(storage), history);
    for (const [startedAt, outcome, hasEnded] of [
      [1, { kind: "pending", why: "unchanged", cause: undefined }, true],
      [2, { kind: "unknown", why: "stopped", cause: undefined }, true],
      [3, { kind: "pending", why: "unchanged", cause: undefined }, false],
    ] as const) {
      const entry = await context.journal.begin({ ...ENTRY, id: `ac_${startedAt}`, startedAt });
      await recordOutcome({ target: entry, entry, outcome }, context);
      if (hasEnded) await context.journal.end(entry, "applied");
    }
    const outcomes = () => Object.fromEntries(history.lines.map(({ id, outcome }) => [id, outcome]));
    expect(outcomes()).toEqual({ ac_1: "pending", ac_2: "unknown", ac_3: "pending" });
    // Two windows close while they send. Another still waits for the response to one of them.
    for (const startedAt of [4, 5]) await context.journal.begin({ ...ENTRY, id: `ac_${startedAt}`, startedAt });
    const journal = new PushJournal(storage);
    const interrupted = journal.interrupted.filter(({ id }) => id !== "ac_5");
    await history.restore(journal, interrupted);
    // No one looks at the third any more, and it can still be checked.
    expect(outcomes()).toEqual({ ac_1: "applied", ac_2: "applied", ac_3: "unknown", ac_4: "unknown" });
    expect(journal.open.map(({ id }) => id)).toEqual(["ac_3", "ac_4", "ac_5"]);
    await history.restore(journal, interrupted);
    expect(history.lines).toHaveLength(4);
    const checked = journal.interrupted.find(({ id }) => id === "ac_4");
    if (checked)
      await recordOutcome(
        { target: checked, entry: checked, outcome: { kind: "withdrawn" } },
        contextOf(journal, history),
      );
    expect(outcomes()).toMatchObject({ ac_4: "withdrawn" });
  });

  it("leaves a push of another workspace to its window while that checks", async () => {
    const history = new PushHistory(new TextStorage());
    const now = Date.now();
    const ago = { minute: now - 60_000, hour: now - 3_600_000 };
    for (const [push, time] of Object.entries(ago)) await history.add({ ...LINE, push, time, outcome: "pending" });
    await history.restore(new PushJournal(new TextStorage()), []);
    expect(Object.fromEntries(history.lines.map(({ push, outcome }) => [push, outcome]))).toEqual({
      minute: "pending",
      hour: "unknown",
    });
  });

  it("follows a file that's moved while it's pushed", async () => {
    const storage = new TextStorage();
    const [journal, history] = [new PushJournal(storage), new PushHistory(new TextStorage())];
    const entry = await journal.begin(ENTRY);
    await journal.moved("file:///a.vaultconn.json", "file:///folder/b.vaultconn.json");
    const remembered: string[] = [];
    const { listeners, ...context } = contextOf(journal, history);
    const remember = whenEnded(({ target }) => void remembered.push(target.file));
    const heard = { ...context, listeners: [...listeners, remember] };
    const result = await recordOutcome({ target: entry, entry, outcome: { kind: "withdrawn" } }, heard);
    const files = [...remembered, result.target.file, ...[...history.lines, ...journal.ended].map(({ file }) => file)];
    expect(new Set(files)).toEqual(new Set(["file:///folder/b.vaultconn.json"]));
    expect(files).toHaveLength(4);
  });

  it("knows the progress of a push, and that a later one replaces it", async () => {
    const journal = new PushJournal(new TextStorage());
    const first = await journal.begin(ENTRY);
    expect(journal.activityOf(ENTRY.file)).toBe("sending");
    const looks = journal.verifying(first, "unseen");
    expect([journal.activityOf(ENTRY.file), looks.isCurrent()]).toEqual(["unseen", true]);
    const again = journal.verifying(first, "unseen");
    expect([looks.isCurrent(), again.isCurrent()]).toEqual([false, true]);
    looks.stop();
    expect(journal.activityOf(ENTRY.file)).toBe("unseen");
    await journal.begin({ ...ENTRY, startedAt: 2 });
    expect([again.isCurrent(), journal.activityOf(ENTRY.file)]).toEqual([false, "sending"]);
  });

  it("knows the files whose last outcome is unknown", async () => {
    const storage = new TextStorage();
    const journal = new PushJournal(storage);
    const first = await journal.begin(ENTRY);
    expect(journal.unknownOf(ENTRY.file)).toBeUndefined();
    expect(new PushJournal(storage).unknownOf(ENTRY.file)).toEqual(first);
    journal.leave(first);
    expect(journal.unknownOf(ENTRY.file)).toEqual(first);
    const second = await journal.begin({ ...ENTRY, startedAt: 2 });
    expect(journal.unknownOf(ENTRY.file)).toEqual(first);
    journal.leave(second);
    expect(journal.unknownOf(ENTRY.file)).toEqual(second);
    expect(journal.unknownOf("file:///b.vaultconn.json")).toBeUndefined();
    await journal.end(second, "applied");
    expect(journal.unknownOf(ENTRY.file)).toBeUndefined();
  });

  it("knows the last push to a connection if its outcome is unknown", async () => {
    const journal = new PushJournal(new TextStorage());
    await journal.begin(ENTRY);
    const last = await journal.begin({ ...ENTRY, startedAt: 2 });
    const elsewhere = await journal.begin({ ...ENTRY, origin: "https://other.example", startedAt: 3 });
    const asked = [ENTRY, elsewhere, { ...ENTRY, id: "ac_2" }];
    expect(asked.map((of) => journal.lastTo(of))).toEqual([last, elsewhere, undefined]);
  });

  it("restores only what the editor couldn't keep", async () => {
    const storage = new HoldingStorage();
    const journal = new PushJournal(storage);
    const kept = await journal.begin(ENTRY);
    storage.failing = 1;
    const [failed, other] = await Promise.allSettled([
      journal.begin({ ...ENTRY, id: "ac_2" }),
      journal.begin({ ...ENTRY, id: "ac_3" }),
    ]);
    expect([failed.status, other.status]).toEqual(["rejected", "fulfilled"]);
    expect(journal.open.map(({ id }) => id)).toEqual(["ac_1", "ac_3"]);
    expect(new PushJournal(storage).interrupted).toEqual(journal.open);
    storage.failing = 2;
    await expect(journal.begin({ ...ENTRY, id: "ac_4" })).rejects.toThrow("ENOSPC");
    expect(new PushJournal(storage).interrupted).toEqual(journal.open);
    await journal.end(kept, "refused");
    expect(new PushJournal(storage).interrupted.map(({ id }) => id)).toEqual(["ac_3"]);
  });

  it("reads only valid pushes", async () => {
    const storage = new TextStorage();
    for (const kept of [RUBBISH, "x"]) {
      await storage.update("vaultconn.pushesUnderWay", kept);
      expect(new PushJournal(storage).open).toEqual([]);
    }
  });
});

/** As written by each version, so it isn't to be edited: others read what this version stores, and the other way around. */
const STORED = {
  outcomes: {
    "0.1": "done refused applied probablyApplied notApplied pending unseen unknown withdrawn cancelled".split(" "),
  },
  target: {
    origin: "https://acme.example",
    id: "ac_1",
    file: "file:///a.vaultconn.json",
    tenantName: "Acme",
    connection: "Salesforce",
  },
};

describe("what's stored of pushes", () => {
  it.each(Object.entries(STORED.outcomes))("is read as version %s stored it, with each kind of outcome", (_, kinds) => {
    const rotation = { id: "r", names: ["TOKEN"] };
    const common = { ...STORED.target, push: "p", properties: ["name"], expires: "2026-12-10", rotation };
    const before = { name: "A", ready: true, fingerprint: "1", updated_at: "2026-11-22T00:00:00Z" };
    const entry = { ...common, window: "w", sentName: "New", startedAt: 1, before, page: 4, digest: "d" };
    for (const outcome of kinds) {
      const storage = new TextStorage();
      void storage.update("vaultconn.pushesUnderWay", [
        { ...entry, outcome },
        { ...entry, push: "open" },
      ]);
      void storage.update("vaultconn.pushHistory", [{ ...common, time: 1, outcome }]);
      const journal = new PushJournal(storage);
      expect([...journal.ended, ...journal.open]).toEqual([
        { ...entry, outcome },
        { ...entry, push: "open" },
      ]);
      expect(new PushHistory(storage).lines).toEqual([{ ...common, time: 1, outcome }]);
    }
  });

  it("is written in the same format", async () => {
    const storage = new TextStorage();
    const context = contextOf(new PushJournal(storage), new PushHistory(storage));
    const entry = await context.journal.begin({ ...STORED.target, startedAt: 1, properties: ["name"] });
    await recordOutcome({ target: entry, entry, outcome: { kind: "done", record: recordFrom() } }, context);
    const kept = { ...STORED.target, push: entry.push, properties: ["name"], outcome: "done" };
    expect(storage.get("vaultconn.pushesUnderWay")).toEqual([{ ...kept, window: entry.window, startedAt: 1 }]);
    expect(storage.get("vaultconn.pushHistory")).toEqual([{ ...kept, time: 1 }]);
  });
});

describe("the history", () => {
  it("has one line for each push, newest first, and a limit", async () => {
    const storage = new TextStorage();
    const history = new PushHistory(storage);
    for (let time = 1; time <= MAX_PUSHES + 2; time++) await history.add({ ...LINE, push: String(time), time });
    expect(history.lines.map(({ time }) => time)).toEqual(
      Array.from({ length: MAX_PUSHES }, (_, at) => MAX_PUSHES + 2 - at),
    );
    expect(new PushHistory(storage).lines).toEqual(history.lines);
  });

  it("has the latest state of each push, whichever window adds it", async () => {
    const storage = new TextStorage();
    const windows = [new PushHistory(storage), new PushHistory(storage)] as const;
    const other = { ...LINE, time: 2, push: "other" };
    const asked: HistoryLine = { ...LINE, time: 1, push: "asked again", outcome: "unknown" };
    const known: HistoryLine = { ...asked, outcome: "applied" };
    await windows[0].add(asked);
    await windows[1].add(other);
    await windows[0].add(known);
    for (const window of [...windows, new PushHistory(storage)]) expect(window.lines).toEqual([other, known]);
  });

  it("shortens names of properties, and keeps only known fields", async () => {
    const history = new PushHistory(new TextStorage());
    const properties = Array.from({ length: 99 }, () => "x".repeat(999));
    await history.add({ ...LINE, properties, setup: "secret" } as HistoryLine);
    expect(JSON.stringify(history.lines).length).toBeLessThan(4000);
    expect(JSON.stringify(history.lines)).not.toContain("secret");
  });

  it("continues if it can't be stored, and reads only valid lines", async () => {
    const storage = new TextStorage();
    await storage.update("vaultconn.pushHistory", RUBBISH);
    const history = new PushHistory(storage);
    expect(history.lines).toEqual([]);
    storage.full = true;
    await history.add(LINE);
    expect(history.lines).toEqual([LINE]);
  });
});

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
const line = (time: number): HistoryLine => ({ ...LINE, push: String(time), time });

it("groups pushes by day of sending, newest first", () => {
  const checkedLater = line(at(2, 9));
  const days = pushDays([checkedLater, line(at(3, 23)), line(at(3, 0)), line(at(2, 10))]);
  expect([...days].map(([day, lines]) => [day, lines.map(({ time }) => time)])).toEqual([
    ["2026-11-03", [at(3, 23), at(3, 0)]],
    ["2026-11-02", [at(2, 10), at(2, 9)]],
  ]);
  expect(dayOf(at(3, 0))).toBe("2026-11-03");
  expect(pushDays([]).size).toBe(0);
});

it("quotes the connection in the message about an interrupted push", async () => {
  for (const [connection, named] of [
    ["Team hook 10", "“Team hook 10”"],
    [" ", "ac_1"],
  ] as const) {
    const storage = new TextStorage();
    await new PushJournal(storage).begin({ ...ENTRY, connection });
    const [journal, history] = [new PushJournal(storage), new PushHistory(new TextStorage())];
    const active = { isSentElsewhere: () => Promise.resolve(false) };
    const services = partOf<PushServices>({
      history,
      journal,
      pushes: { active },
      sessions: { withOrigin: () => undefined },
    });
    await reportInterruptedPushes(services);
    expect(editor.messages.at(-1)?.[0]).toContain(`A push of ${named} to `);
    expect(history.lines).toMatchObject([{ outcome: "unknown" }]);
  }
});
