import { describe, expect, it } from "vitest";
import { dayOf, pushDays, type HistoryLine } from "../../../client/core/push/history.js";
import { LINE } from "../push/kept.js";

const at = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();
const line = (time: number): HistoryLine => ({ ...LINE, push: String(time), time });

describe("pushes by days", () => {
  it("stand with the newest first, at the time they were sent, whenever their outcome was found out", () => {
    const checkedLater = line(at(2, 9));
    const days = pushDays([checkedLater, line(at(3, 23)), line(at(3, 0)), line(at(2, 10))]);
    expect(days.map(({ day, lines }) => [day, lines.map(({ time }) => time)])).toEqual([
      ["2026-11-03", [at(3, 23), at(3, 0)]],
      ["2026-11-02", [at(2, 10), at(2, 9)]],
    ]);
    expect(dayOf(at(3, 0))).toBe("2026-11-03");
    expect(pushDays([])).toEqual([]);
  });
});
