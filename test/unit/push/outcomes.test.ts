import { stateOf } from "../../../client/core/push/compareRecords.js";
import { resultOf } from "../../../client/core/push/events.js";
import { describeOutcome, messageFor } from "../../../client/core/push/outcomes.js";
import type { Outcome } from "../../../client/core/push/pushTypes.js";
import { describe, expect, it, vi } from "vitest";
import { actionTitle, commandsFor } from "../../../client/extension/actions.js";
import { serviceError, type Fault, type ServiceError } from "../../../client/core/service/errors/errors.js";
import { recordFrom } from "../records.js";

vi.setSystemTime("2026-02-01T00:05:00.000Z");
const CONTEXT = { tenant: "Acme", connection: "Salesforce" };
const record = recordFrom({ name: "Salesforce", updated_at: "2026-02-01T00:00:00.000Z" });
const known = { record, cause: undefined };

const UPDATE = { operation: "update", host: "acme.example.com", sent: "no" } as const;
const BAD_REQUEST = { kind: "bad-request", status: 400 } as const;

/** A look at the record that failed. */
const look = (fault: Fault): ServiceError => serviceError(fault, { ...UPDATE, operation: "list" });
const refused = (fault: Fault): Outcome => ({ kind: "refused", error: serviceError(fault, UPDATE) });

type Why = Extract<Outcome, { readonly kind: "unknown" | "pending" | "unseen" }>["why"];
const unknown = (why: Why, error?: ServiceError) => ({ kind: "unknown", why, cause: undefined, error }) as Outcome;
const pending = (why: Why, error?: ServiceError) => ({ kind: "pending", why, cause: undefined, error }) as Outcome;

const CHANGED: Outcome = {
  kind: "drifted",
  record,
  drift: {
    kind: "changed",
    at: Date.parse("2026-02-01T00:00:00.000Z"),
    before: { ...stateOf(record), ready: false },
    now: { ...stateOf(record), ready: true },
  },
};
const UNRESOLVED: Outcome = {
  kind: "unresolved",
  problems: [{ reference: { kind: "env", name: "KEY" }, property: [], text: "KEY is not set.", next: "storeSecret" }],
};

const OUTCOMES: readonly Outcome[] = [
  { kind: "done", record },
  { kind: "done", record: { ...record, ready: false } },
  { kind: "applied", ...known },
  { kind: "probablyApplied", ...known },
  { kind: "notApplied", ...known },
  unknown("unreadable"),
  unknown("stopped"),
  unknown("notFound"),
  unknown("changedByOthers"),
  unknown("signedOut"),
  unknown("unreadable", look({ kind: "unauthorized", status: 401 })),
  unknown("unreadable", look({ kind: "server", status: 500 })),
  pending("unchanged"),
  { kind: "unseen", why: "unreadable", cause: undefined, error: look({ kind: "forbidden", status: 403 }) },
  CHANGED,
  { kind: "preflightFailure", failure: "lacks-update-scope" },
  { kind: "preflightFailure", failure: "expired" },
  { kind: "gone" },
  { kind: "notSaved", file: "stripe.vaultconn.json" },
  { kind: "deleted", file: "stripe.vaultconn.json" },
  { kind: "otherTarget", file: "stripe.vaultconn.json" },
  { kind: "busy" },
  { kind: "cancelled" },
  { kind: "withdrawn" },
  UNRESOLVED,
  { kind: "unreadable", error: look({ kind: "unauthorized", status: 401 }) },
  { kind: "refused", error: look({ kind: "refused" }) },
  refused({ ...BAD_REQUEST, serviceMessage: "no" }),
  refused({ ...BAD_REQUEST, serviceMessage: "must be a host name", property: "setup.domain" }),
  refused({ kind: "unauthorized", status: 401 }),
  refused({ kind: "forbidden", status: 403 }),
  refused({ kind: "not-found", status: 404 }),
  refused({ kind: "rate-limited", status: 429 }),
  refused({ kind: "name-not-found" }),
  refused({ kind: "certificate", fault: "untrusted" }),
];

/** An outcome in the words of the code. */
function nameOf(outcome: Outcome): string {
  const parts = outcome as { readonly kind: string; why?: string; failure?: string; error?: Error };
  return [parts.kind, parts.why, parts.failure, parts.error?.message].filter((part) => part !== undefined).join(", ");
}

describe("messages about outcomes", () => {
  it("are those of outcomes.txt, with their buttons", async () => {
    const messages = OUTCOMES.map((outcome) => {
      const { text, actions } = messageFor(outcome, CONTEXT);
      const buttons = actions.map((action) => `[${actionTitle(action)}]`);
      return [`=== ${nameOf(outcome)}`, text, buttons.join(" ")].filter((line) => line !== "").join("\n");
    });
    await expect(`${messages.join("\n\n")}\n`).toMatchFileSnapshot("outcomes.txt");
  });

  it("count further references without a value", () => {
    const problem = { reference: undefined, property: [], text: "One.", next: "showInFile" } as const;
    const textFor = (count: number) =>
      messageFor({ kind: "unresolved", problems: Array.from({ length: count }, () => problem) }, CONTEXT).text;
    expect(textFor(2)).toBe("One. There is 1 more problem like this. Nothing was sent.");
    expect(textFor(3)).toContain("There are 2 more problems");
  });

  it("show names as plain text", () => {
    const { text } = messageFor({ kind: "gone" }, { ...CONTEXT, tenant: "A\n\u202ex", connection: "[c](command:d)" });
    expect(text).not.toMatch(/[\n\u202e]|\]\(/);
  });

  it("have no buttons for a file if there's none", () => {
    const commandsOf = (file: string) => {
      const target = { origin: "https://acme.example", tenantName: "Acme", id: "ac_1", connection: "A", file };
      const about = { tenant: target, results: [resultOf({ target, outcome: UNRESOLVED })] };
      return commandsFor(["showInFile", "chooseConnection", "storeSecret", "signIn", "pushAgain"], about);
    };
    expect(commandsOf("").map(({ title }) => title)).toEqual(["Sign In", "Push Again"]);
    expect(commandsOf("file:///a")).toHaveLength(5);
  });

  it("differ for every kind", () => {
    const words = OUTCOMES.map(({ kind }) => [kind, describeOutcome(kind)] as const);
    expect(new Set(words.map(([, text]) => text)).size).toBe(new Set(words.map(([kind]) => kind)).size);
  });
});

it("put names in quotes, but not IDs", () => {
  const target = { origin: "https://acme.example", tenantName: "Acme", id: "ac_1", file: "", sentName: "New" };
  const textOf = (connection: string) =>
    resultOf({ target: { ...target, connection }, outcome: { kind: "applied", ...known } }).message.text;
  expect(textOf("Old")).toContain("The push was applied: “Old” has the new name “New”.");
  expect(textOf("ac_1")).toContain("The push was applied: ac_1 has the new name “New”.");
});
