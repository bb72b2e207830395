import { describe, expect, it } from "vitest";

import { drawOverview, type OverviewParts } from "../../../client/src/overview/overview.js";

const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const ORIGIN = "https://acme.example.com";
const CONNECTION_CHARTS = ["Connections by application", "Days since the last change", "Setup files"];

/** What the overview is drawn from, for one tenant of which this is known. */
function partsWith(known: { signedIn: boolean; loadedAt?: number; pushed?: boolean }): OverviewParts {
  const { signedIn, loadedAt, pushed = false } = known;
  const store = { snapshot: { connections: [], total: 0, more: false, loadedAt }, find: () => undefined };
  return {
    sessions: { all: [{ tenant: { name: "Acme", origin: ORIGIN, host: "acme.example.com" }, signedIn, store }] },
    setupFiles: { all: [], filesFor: () => [] },
    fileStates: { last: () => undefined },
    history: { lines: pushed ? [{ origin: ORIGIN, time: NOW - 1000, outcome: "applied" }] : [] },
    arrangement: { current: {} },
  } as unknown as OverviewParts;
}

function drawn(known: Parameters<typeof partsWith>[0]) {
  const [tenant] = drawOverview(partsWith(known), NOW).page.tenants;
  return { summary: tenant?.summary, charts: tenant?.charts.map(({ title }) => title) };
}

describe("the overview of a tenant", () => {
  it("has charts of its connections once they are loaded", () => {
    const charts = [...CONNECTION_CHARTS, "Pushes of the last 8 weeks"];
    expect(drawn({ signedIn: true, loadedAt: NOW })).toEqual({ summary: "Connections: 0.", charts });
  });

  it("has none before, since bars of nothing would say that there is none", () => {
    expect(drawn({ signedIn: true })).toEqual({ summary: "Nothing is loaded yet.", charts: [] });
    expect(drawn({ signedIn: false, loadedAt: NOW })).toEqual({ summary: "Signed out.", charts: [] });
  });

  it("tells of its pushes all the same", () => {
    const charts = ["Pushes of the last 8 weeks"];
    expect(drawn({ signedIn: false, pushed: true })).toEqual({ summary: "Signed out.", charts });
  });
});
