import { describe, expect, it } from "vitest";

import { drawOverview, type OverviewParts } from "../../../client/extension/overview/overview.js";
import { serviceError, type ServiceError } from "../../../client/core/service/errors/errors.js";

const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const ORIGIN = "https://acme.example.com";
const SIGNED_OUT = { summary: "You're signed out of Acme.", next: "Sign In" };
const CONNECTION_CHARTS = ["Connections by application", "Days since the last change", "Setup files"];

/** What the overview is drawn from, for one tenant of which this is known. */
function partsWith(known: {
  signedIn: boolean;
  loadedAt?: number;
  pushed?: boolean;
  failure?: ServiceError;
}): OverviewParts {
  const { signedIn, loadedAt, pushed = false, failure } = known;
  const store = { snapshot: { connections: [], total: 0, more: false, loadedAt, failure }, find: () => undefined };
  return {
    sessions: { all: [{ tenant: { name: "Acme", origin: ORIGIN, host: "acme.example.com" }, signedIn, store }] },
    setupFiles: { all: [], filesFor: () => [] },
    fileStates: { last: () => undefined },
    history: { lines: pushed ? [{ origin: ORIGIN, time: NOW - 1000, outcome: "applied" }] : [] },
    arrangement: { current: {} },
  } as unknown as OverviewParts;
}

function drawn(known: Parameters<typeof partsWith>[0]) {
  const [tenant] = drawOverview(partsWith(known), NOW).tenants;
  return { summary: tenant?.summary, next: tenant?.next?.title, charts: tenant?.charts.map(({ title }) => title) };
}

describe("the overview of a tenant", () => {
  it("has charts of its connections once they are loaded", () => {
    const charts = [...CONNECTION_CHARTS, "Pushes in the last 8 weeks"];
    expect(drawn({ signedIn: true, loadedAt: NOW })).toEqual({ summary: "Connections: 0.", next: undefined, charts });
  });

  it("has none before, since bars of nothing would say that there is none", () => {
    expect(drawn({ signedIn: true })).toEqual({
      summary: "No connections are loaded yet.",
      next: undefined,
      charts: [],
    });
    expect(drawn({ signedIn: false, loadedAt: NOW })).toEqual({ ...SIGNED_OUT, charts: [] });
  });

  it("says why they couldn't be loaded, and what helps", () => {
    const failure = serviceError(
      { kind: "unauthorized", status: 401 },
      { operation: "list", host: "acme.example.com", sent: "no" },
    );
    expect(drawn({ signedIn: true, failure })).toMatchObject({ next: "Sign In", charts: [] });
  });

  it("tells of its pushes all the same", () => {
    const charts = ["Pushes in the last 8 weeks"];
    expect(drawn({ signedIn: false, pushed: true })).toEqual({ ...SIGNED_OUT, charts });
  });
});
