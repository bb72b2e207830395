import { describe, expect, it } from "vitest";
import { dayOf, pushDays, pushKey, type HistoryLine } from "../../../client/core/push/history.js";

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
const line = (time: number, push?: string): HistoryLine => ({
  ...(push !== undefined && { push }),
  ...{ time, origin: "https://acme.example", tenantName: "Acme", id: "ac_1", properties: ["name"], outcome: "done" },
});

describe("pushes by days", () => {
  it("stand with the newest first, at the time they were sent, whenever their outcome was found out", () => {
    const checkedLater = line(at(2, 9), "lost");
    const days = pushDays([checkedLater, line(at(3, 23)), line(at(3, 0)), line(at(2, 10))]);
    expect(days.map(({ day, lines }) => [day, lines.map(({ time }) => time)])).toEqual([
      ["2026-11-03", [at(3, 23), at(3, 0)]],
      ["2026-11-02", [at(2, 10), at(2, 9)]],
    ]);
    expect(dayOf(at(3, 0))).toBe("2026-11-03");
    expect(pushDays([])).toEqual([]);
  });

  it("are told apart by the push, and without one by time and connection", () => {
    const [first, second] = [line(1), { ...line(1), id: "ac_2" }];
    expect(new Set([first, second, line(1, "a"), line(1, "b")].map(pushKey)).size).toBe(4);
    expect(pushKey({ ...line(1, "a"), outcome: "unknown" })).toBe(pushKey(line(1, "a")));
  });
});
