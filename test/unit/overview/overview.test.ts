import { describe, expect, it } from "vitest";

import { drawOverview } from "../../../client/extension/overview/overview.js";
import type { Services } from "../../../client/extension/services.js";
import { serviceError, type ServiceError } from "../../../client/core/service/errors/errors.js";

const NOW = Date.parse("2026-06-01T12:00:00.000Z");
const ORIGIN = "https://acme.example.com";
const SIGNED_OUT = "You're signed out of Acme.";
const CHARTS = [
  ...["Connections by application", "Days since the last change", "Setup files"],
  "Pushes in the last 8 weeks",
];

/** What the overview is drawn from, for one tenant of which this is known. */
function partsWith(known: {
  signedIn: boolean;
  loadedAt?: number;
  pushed?: boolean;
  failure?: ServiceError;
}): Services {
  const { signedIn, loadedAt, pushed = false, failure } = known;
  const store = { snapshot: { connections: [], total: 0, more: false, loadedAt, failure }, find: () => undefined };
  const parts: object = {
    sessions: { all: [{ tenant: { name: "Acme", origin: ORIGIN, host: "acme.example.com" }, signedIn, store }] },
    setupFiles: { all: [], filesFor: () => [] },
    fileStates: { last: () => undefined },
    history: { lines: pushed ? [{ origin: ORIGIN, time: NOW - 1000, outcome: "applied" }] : [] },
    arrangement: { current: {} },
  };
  return parts as Services;
}

const NONE_LOADED = "No connections are loaded yet.";
const REFUSED = serviceError(
  { kind: "unauthorized", status: 401 },
  { operation: "list", host: "acme.example.com", sent: "no" },
);

describe("the overview of a tenant", () => {
  // Bars of nothing would say that there is none.
  it.each([
    ["once its connections are loaded", { signedIn: true, loadedAt: NOW }, "Connections: 0.", undefined, CHARTS],
    ["before that", { signedIn: true }, NONE_LOADED, undefined, []],
    ["where they couldn't be loaded", { signedIn: true, failure: REFUSED }, expect.any(String), "Sign In", []],
    ["signed out", { signedIn: false, loadedAt: NOW }, SIGNED_OUT, "Sign In", []],
    ["signed out, with pushes", { signedIn: false, pushed: true }, SIGNED_OUT, "Sign In", CHARTS.slice(-1)],
  ])("shows its content or what to do instead: %s", (_, known, summary, next, charts) => {
    const [tenant] = drawOverview(partsWith(known), NOW).tenants;
    expect([tenant?.summary, tenant?.next?.title]).toEqual([summary, next]);
    expect(tenant?.charts.map(({ title }) => title)).toEqual(charts);
  });
});
