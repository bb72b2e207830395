import { LINE, recordFrom } from "../records.js";
import { describe, expect, it } from "vitest";

import { agesChart, applicationsChart, filesChart, pushesChart } from "../../../client/extension/overview/charts.js";
import type { Chart } from "../../../client/extension/overview/page.js";
import type { HistoryLine } from "../../../client/core/push/state/storedPushes.js";
import type { ConnectionRecord } from "../../../client/core/service/operations/records.js";

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

const OF = { tenant: { origin: "https://acme.example.com", name: "Acme" } };

/** What the bars say, label by label, those of nothing left out. */
function seriesOf({ labels, series }: Chart): readonly string[] {
  return labels.flatMap((label, at) =>
    series.flatMap(({ name, values }) => ((values[at] ?? 0) > 0 ? [`${label}, ${name}: ${values[at] ?? 0}`] : [])),
  );
}

describe("the charts of the overview", () => {
  it("count connections by application and readiness, the rest together", () => {
    const many = Array.from({ length: 15 }, (_, index) => connection(index, `APP_${index}`, true, 1));
    const drawn = applicationsChart([...many, connection(20, "APP_3", false, 1), connection(21, "", false, 1)], OF);
    expect(seriesOf(drawn).slice(0, 2)).toEqual(["APP_3, ready: 1", "APP_3, not ready: 1"]);
    expect(seriesOf(drawn).at(-1)).toBe("4 others, ready: 4");
    expect(drawn.lines[0]).toEqual({ ...OF, applications: ["APP_3"] });
    expect(drawn.parts?.[0]).toEqual([
      { ...OF, applications: ["APP_3"], readiness: "ready" },
      { ...OF, applications: ["APP_3"], readiness: "notReady" },
    ]);
    expect(drawn.lines).toHaveLength(drawn.labels.length);
  });

  it("put the last changes into bars of thirty days, with the limit among them", () => {
    const ages = [0, 29, 30, 89, 90, 359, 360, 4000, -1];
    const drawn = agesChart(
      [
        ...ages.map((days, at) => connection(at, "HTTP", true, days)),
        { ...connection(30, "HTTP", true, 1), updated_at: undefined },
      ],
      OF,
      NOW,
    );
    expect(seriesOf(drawn)).toEqual([
      "0–29, connections: 3",
      "30–59, connections: 1",
      "60–89, connections: 1",
      "90–119, connections: 1",
      "330–359, connections: 1",
      "360 or more, connections: 2",
    ]);
    expect(drawn.limit).toEqual({ at: 3, label: "threshold: 90 days" });
    expect([drawn.lines[3], drawn.lines[12]]).toEqual([
      { ...OF, unchangedDays: 90, changedDays: 120 },
      { ...OF, unchangedDays: 360 },
    ]);
  });

  it("count setup files by state, and connections without one", () => {
    const states = ["inSync", "inSync", "replaced", "changed", "unknown", "open", undefined, undefined];
    const drawn = filesChart(states, 1, OF);
    expect(seriesOf(drawn)).toEqual([
      "in sync, in sync: 2",
      "unconfirmed, nothing to do: 1",
      "unpushed changes, to push or check: 1",
      "value changed, to push or check: 1",
      "outcome unknown, to check first: 1",
      "deleted, to check first: 1",
    ]);
    expect(drawn.note).toEqual({ text: "2 without a setup file", choice: { ...OF, setupFile: "without" } });
    expect(drawn.lines[3]).toEqual({ ...OF, fileState: { name: "unpushed changes", kinds: ["changed"] } });
  });

  it("count the pushes of each week by their outcomes, and no older ones", () => {
    const line = (days: number, outcome: HistoryLine["outcome"]): HistoryLine => ({
      ...LINE,
      time: NOW - days * DAY,
      outcome,
    });
    const drawn = pushesChart([line(1, "done"), line(2, "refused"), line(8, "unknown"), line(70, "done")], NOW, "en");
    expect(seriesOf(drawn)).toEqual(["May 18, unconfirmed: 1", "May 25, applied: 1", "May 25, not applied: 1"]);
  });
});
