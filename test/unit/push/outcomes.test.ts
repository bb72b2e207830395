import { stateOf } from "../../../client/core/push/drift.js";
import { describe, expect, it } from "vitest";
import { messageFor, describeOutcome } from "../../../client/core/push/outcomes.js";
import type { Outcome } from "../../../client/core/push/outcome.js";
import { isPossible, offerTitle, type Offer } from "../../../client/core/push/offers.js";
import { serviceError, type ServiceError } from "../../../client/core/service/errors/errors.js";
import { sentence } from "../../../client/core/service/errorTable.js";
import { recordFrom } from "../service/records.js";

const NOW = Date.parse("2026-02-01T00:05:00.000Z");
const CONTEXT = { tenant: "Acme", connection: "Salesforce", file: "stripe.vaultconn.json", now: NOW };
const record = recordFrom({ name: "Salesforce", updated_at: "2026-02-01T00:00:00.000Z" });
const known = { record, page: 0, cause: undefined };

const NOT_SENT = { operation: "update", host: "acme.example.com", sent: "no" } as const;

/** A look at the record that failed. */
const LOOK = { ...NOT_SENT, operation: "list" } as const;

type Why = Extract<Outcome, { readonly kind: "unknown" | "pending" }>["why"];
const unknown = (why: Why, error?: ServiceError) => ({ kind: "unknown", why, cause: undefined, error }) as Outcome;
const pending = (why: Why, error?: ServiceError) => ({ kind: "pending", why, cause: undefined, error }) as Outcome;

const LOST = "The response was lost.";
const NOT_KNOWN = `${LOST} Unknown:`;
const UNREAD = `${NOT_KNOWN} Salesforce couldn't be read again.`;
const AGAIN: readonly Offer[] = ["checkAgain", "pushAgain", "showLog"];
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

const CASES: readonly (readonly [Outcome, string, readonly Offer[]])[] = [
  [{ kind: "done", record, page: 0 }, "Pushed. Salesforce is ready.", ["showRecord"]],
  [{ kind: "done", record: { ...record, ready: false }, page: 0 }, "Pushed. Salesforce isn't ready.", ["showRecord"]],
  [{ kind: "applied", ...known }, `${LOST} The push was applied: Salesforce has the new name.`, ["showRecord"]],
  [
    { kind: "probablyApplied", ...known },
    `${LOST} The push was probably applied: Salesforce changed right after it. Someone else's change would look the same.`,
    ["showRecord", "pushAgain", "showLog"],
  ],
  [
    { kind: "notApplied", ...known },
    `${LOST} The push was not applied: Salesforce is unchanged.`,
    ["pushAgain", "showLog"],
  ],
  [unknown("unreadable"), UNREAD, AGAIN],
  [unknown("stopped"), `${NOT_KNOWN} the check was canceled.`, AGAIN],
  [unknown("notFound"), `${NOT_KNOWN} Salesforce wasn't found in the list.`, AGAIN],
  [unknown("changedByOthers"), `${NOT_KNOWN} someone else changed Salesforce before or after this push.`, AGAIN],
  [
    unknown("signedOut"),
    `${LOST} Unknown: Salesforce can't be read because you're signed out of Acme.`,
    ["signIn", "checkAgain"],
  ],
  [
    unknown("unreadable", serviceError({ kind: "unauthorized", status: 401 }, LOOK)),
    `${UNREAD} Your access token for Acme has expired or is invalid.`,
    ["signIn", "checkAgain", "showLog"],
  ],
  [
    unknown("unreadable", serviceError({ kind: "server", status: 500 }, LOOK)),
    `${UNREAD} Acme reported an error (status 500).`,
    AGAIN,
  ],
  [pending("unchanged"), `${LOST} Not applied yet: Salesforce is unchanged. Checking for another minute.`, AGAIN],
  [
    pending("unreadable", serviceError({ kind: "forbidden", status: 403 }, LOOK)),
    `${UNREAD} This token can't list connections. It probably needs the scope read:flows_vault_connections. Checking for another minute.`,
    ["signInDifferently", "checkAgain", "showLog"],
  ],
  [
    CHANGED,
    "Salesforce changed on the service 5 minutes ago. It changed from not ready to ready. Nothing was sent.",
    [],
  ],
  [
    { kind: "preflightFailure", failure: "lacks-update-scope" },
    "This token can't update connections. It needs the scope update:flows_vault_connections. Nothing was sent.",
    ["signInDifferently", "copyScope"],
  ],
  [
    { kind: "preflightFailure", failure: "expired" },
    "Your access token for Acme has expired. Nothing was sent.",
    ["signIn"],
  ],
  [
    { kind: "gone" },
    "Acme has no connection Salesforce. It was deleted or belongs to another tenant. Nothing was sent.",
    ["refresh", "chooseConnection"],
  ],
  [
    { kind: "notSaved" },
    "stripe.vaultconn.json couldn't be saved, so nothing was sent. Your changes are still in the editor. Save the file, and then push again.",
    ["showInFile"],
  ],
  [{ kind: "busy" }, "Another push to Salesforce is in progress in this or another window. Wait until it ends.", []],
  [{ kind: "cancelled" }, "", []],
  [
    { kind: "withdrawn" },
    "The tenant Acme was changed or removed during the push. Nothing was sent. To see where the file goes now, push it again.",
    [],
  ],
  [UNRESOLVED, "KEY is not set. Nothing was sent.", ["storeSecret", "showInFile"]],
  [
    { kind: "refused", error: serviceError({ kind: "bad-request", status: 400, serviceMessage: "no" }, NOT_SENT) },
    "Acme rejected the update: no. The response doesn't say which property is wrong.",
    ["showLog"],
  ],
  [
    { kind: "unreadable", error: serviceError({ kind: "unauthorized", status: 401 }, LOOK) },
    "Your access token for Acme has expired or is invalid. Nothing was sent.",
    ["signIn"],
  ],
];

describe("what is said of an outcome", () => {
  it.each(CASES)("%#: $kind", (outcome, text, offers) => {
    const said = messageFor(outcome, CONTEXT);
    expect([said.text, said.offers]).toEqual([text, offers]);
    for (const offer of offers) expect(offerTitle(offer)).toMatch(/^[A-Z]/);
  });

  it.each<[ServiceError, readonly Offer[]]>([
    [
      serviceError(
        { kind: "bad-request", status: 400, serviceMessage: "must be a host name", property: "setup.domain" },
        NOT_SENT,
      ),
      ["showInFile", "showLog"],
    ],
    [serviceError({ kind: "unauthorized", status: 401 }, NOT_SENT), ["signIn"]],
    [serviceError({ kind: "forbidden", status: 403 }, NOT_SENT), ["signInDifferently", "copyScope"]],
    [serviceError({ kind: "not-found", status: 404 }, NOT_SENT), ["refresh", "chooseConnection"]],
    [serviceError({ kind: "rate-limited", status: 429 }, NOT_SENT), ["pushAgain", "showLog"]],
    [serviceError({ kind: "name-not-found" }, NOT_SENT), ["pushAgain", "showLog", "proxySettings"]],
    [serviceError({ kind: "certificate", fault: "untrusted" }, NOT_SENT), ["pushAgain", "showLog"]],
    [serviceError({ kind: "refused" }, LOOK), ["retry", "showLog"]],
  ])("is what is said of the error where the push was refused, with what helps: %s", (error, offers) => {
    const { text } = sentence(error, CONTEXT);
    expect(messageFor({ kind: "refused", error }, CONTEXT)).toMatchObject({ text, offers });
  });

  it("says how many more references have no value", () => {
    const problem = { reference: undefined, property: [], text: "One.", next: "showInFile" } as const;
    expect(messageFor({ kind: "unresolved", problems: [problem, problem] }, CONTEXT).text).toBe(
      "One. There is 1 more problem like this. Nothing was sent.",
    );
    expect(messageFor({ kind: "unresolved", problems: [problem, problem, problem] }, CONTEXT).text).toContain(
      "There are 2 more problems",
    );
  });

  it("shows names as plain text", () => {
    const { text } = messageFor({ kind: "gone" }, { ...CONTEXT, tenant: "A\n\u202ex", connection: "[c](command:d)" });
    expect(text).not.toMatch(/[\n\u202e]|\]\(/);
  });

  it("offers nothing about a file where there is none", () => {
    const offers: readonly Offer[] = ["showInFile", "chooseConnection", "storeSecret", "signIn", "pushAgain"];
    expect(offers.filter((offer) => isPossible(offer, { file: "" }))).toEqual(["signIn", "pushAgain"]);
    expect(offers.filter((offer) => isPossible(offer, { file: "file:///a" }))).toEqual(offers);
  });

  it("has words of its own for every kind", () => {
    const words = CASES.map(([outcome]) => [outcome.kind, describeOutcome(outcome.kind)] as const);
    expect(new Set(words.map(([, text]) => text)).size).toBe(new Set(words.map(([kind]) => kind)).size);
  });
});
