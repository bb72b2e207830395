import { LINE } from "../push/kept.js";
import { describe, expect, it } from "vitest";

import { agesChart, applicationsChart, filesChart, pushesChart } from "../../../client/extension/overview/charts.js";
import type { Chart } from "../../../client/extension/overview/page.js";
import type { HistoryLine } from "../../../client/core/push/history.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";
import { recordFrom } from "../service/records.js";

const DAY = 86_400_000;
const NOW = Date.parse("2026-06-01T12:00:00.000Z");

function connection(index: number, application: string, ready: boolean, days: number): ConnectionRecord {
  return recordFrom({
    id: `ac_${index}`,
    app_id: application,
    ready,
    updated_at: new Date(NOW - days * DAY).toISOString(),
  });
}

/** What the bars say, label by label, those of nothing left out. */
function said({ labels, series }: Chart): readonly string[] {
  return labels.flatMap((label, at) =>
    series.flatMap(({ name, values }) => ((values[at] ?? 0) > 0 ? [`${label}, ${name}: ${values[at] ?? 0}`] : [])),
  );
}

describe("the charts of the overview", () => {
  it("count connections by application and readiness, the rest together", () => {
    const many = Array.from({ length: 15 }, (_, index) => connection(index, `APP_${index}`, true, 1));
    const drawn = applicationsChart([...many, connection(20, "APP_3", false, 1), connection(21, "", false, 1)]);
    expect(said(drawn).slice(0, 2)).toEqual(["APP_3, ready: 1", "APP_3, not ready: 1"]);
    expect(said(drawn).at(-1)).toBe("4 others, ready: 4");
    expect(drawn.choices[0]).toEqual([
      { applications: ["APP_3"], readiness: "ready" },
      { applications: ["APP_3"], readiness: "notReady" },
    ]);
    expect(drawn.choices).toHaveLength(drawn.labels.length);
  });

  it("put the last changes into bars of thirty days, with the limit among them", () => {
    const ages = [0, 29, 30, 89, 90, 359, 360, 4000, -1];
    const drawn = agesChart(
      [
        ...ages.map((days, at) => connection(at, "HTTP", true, days)),
        { ...connection(30, "HTTP", true, 1), updated_at: undefined },
      ],
      100,
      NOW,
    );
    expect(said(drawn)).toEqual([
      "0–30, connections: 3",
      "30–60, connections: 1",
      "60–90, connections: 1",
      "90–120, connections: 1",
      "330–360, connections: 1",
      "360 or more, connections: 2",
    ]);
    expect(drawn.limit).toEqual({ at: 100 / 30, label: "threshold: 100 days" });
    expect(drawn.choices[3]).toEqual([{ unchangedDays: 90 }]);
  });

  it("say how setup files stand, and which connections have none", () => {
    const drawn = filesChart(7, ["inSync", "inSync", "replaced", "changed", "unknown", "open"]);
    expect(said(drawn)).toEqual([
      "no setup file, nothing to do: 7",
      "in sync, in sync: 2",
      "unconfirmed, nothing to do: 1",
      "unpushed changes, to push or check: 1",
      "value changed, to push or check: 1",
      "outcome unknown, to check first: 1",
    ]);
    expect([drawn.choices[0]?.[0], drawn.choices[5]?.[2]]).toEqual([{ setupFile: "without" }, { attention: true }]);
  });

  it("count the pushes of each week by their outcomes, and no older ones", () => {
    const line = (days: number, outcome: HistoryLine["outcome"]): HistoryLine => ({
      ...LINE,
      time: NOW - days * DAY,
      outcome,
    });
    const drawn = pushesChart([line(1, "done"), line(2, "refused"), line(8, "unknown"), line(70, "done")], NOW, "en");
    expect(said(drawn)).toEqual(["May 18, unconfirmed: 1", "May 25, applied: 1", "May 25, not applied: 1"]);
  });
});
