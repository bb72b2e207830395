import { describe, expect, it } from "vitest";
import { arranged, filterInWords, PLAIN, type Arrangement } from "../../../client/src/connections/arrangement.js";
import type { Connection } from "../../../schemas/generated/connection.js";

function row(name: string, app_id: string, ready: boolean, updated_at: string): Connection {
  return {
    id: `ac_${name.replaceAll(/\W/g, "")}`,
    app_id,
    name,
    ready,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at,
    fingerprint: "f",
  };
}

const ROWS = [
  row("Mail 10", "SENDGRID", true, "2026-03-01T00:00:00.000Z"),
  row("mail 9", "SENDGRID", false, "2026-05-01T00:00:00.000Z"),
  row("Éclair", "HTTP", true, "2026-04-01T00:00:00.000Z"),
  row("Billing hook", "SLACK", true, "2026-02-01T00:00:00.000Z"),
];

function shown(change: Partial<Arrangement>): readonly (readonly [string | undefined, readonly string[]])[] {
  return arranged(ROWS, { ...PLAIN, ...change }, "en").map(({ application, connections }) => [
    application,
    connections.map(({ name }) => name),
  ]);
}

describe("the arrangement of connections", () => {
  it.each<[string, Partial<Arrangement>, ReturnType<typeof shown>]>([
    ["by name, as people read it", {}, [[undefined, ["Billing hook", "Éclair", "mail 9", "Mail 10"]]]],
    ["by last change", { order: "lastChange" }, [[undefined, ["mail 9", "Éclair", "Mail 10", "Billing hook"]]]],
    ["filtered by text in the name", { text: "MAIL" }, [[undefined, ["mail 9", "Mail 10"]]]],
    ["filtered by text in the application", { text: "slack" }, [[undefined, ["Billing hook"]]]],
    ["filtered by text in the id", { text: "ac_Bill" }, [[undefined, ["Billing hook"]]]],
    ["only those not ready", { readiness: "notReady" }, [[undefined, ["mail 9"]]]],
    ["only some applications", { applications: ["HTTP", "SLACK"] }, [[undefined, ["Billing hook", "Éclair"]]]],
    [
      "grouped",
      { grouped: true },
      [
        ["HTTP", ["Éclair"]],
        ["SENDGRID", ["mail 9", "Mail 10"]],
        ["SLACK", ["Billing hook"]],
      ],
    ],
    ["nothing fits", { text: "zzz", grouped: true }, []],
  ])("%s", (_title, change, expected) => {
    expect(shown(change)).toEqual(expected);
  });

  it("says in words what it hides", () => {
    expect(filterInWords({ ...PLAIN, text: "mail", readiness: "notReady", applications: ["SLACK"] })).toBe(
      "“mail”, not ready, SLACK",
    );
    expect(filterInWords(PLAIN)).toBe("");
  });
});
