import { expect, it } from "vitest";
import { stateOf } from "../../../client/core/push/compareRecords.js";
import { resultOf } from "../../../client/core/push/events.js";
import type { Outcome } from "../../../client/core/push/pushTypes.js";
import { type Fault, serviceError } from "../../../client/core/service/errors/errors.js";
import { presentMany } from "../../../client/extension/push/presentMany.js";
import { recordFrom } from "../records.js";
import { editor } from "../vscode.js";

const unread = (fault: Fault): Outcome => {
  const error = serviceError(fault, { operation: "list", host: "acme.example", sent: "no" });
  return { kind: "unreadable", error };
};
const EXPIRED = unread({ kind: "unauthorized", status: 401 });
const OFFLINE = unread({ kind: "name-not-found" });
const CANCELLED: Outcome = { kind: "cancelled" };
const DRIFTED: Outcome = {
  kind: "drifted",
  drift: { kind: "changed", before: stateOf(recordFrom({})), now: stateOf(recordFrom({ name: "B" })), at: undefined },
  record: recordFrom({}),
};
const DONE: Outcome = { kind: "done", record: recordFrom({}) };
const missing = (name: string): Outcome => ({
  kind: "unresolved",
  problems: [{ reference: { kind: "env", name }, property: [], text: `${name} isn't set.`, next: "storeSecret" }],
});
const REJECTED = "Your access token for Acme has expired or is invalid.";

/** What becomes of files, one after the other, the last letter of whose tenant is given. */
const pushes = (...outcomes: readonly (Outcome | readonly [Outcome, string])[]) =>
  outcomes.map((each, at) => {
    const [outcome, tenantName] = Array.isArray(each) ? (each as [Outcome, string]) : [each as Outcome, "Acme"];
    const target = { origin: `https://${tenantName}.example`, tenantName, id: `ac_${at}`, connection: `C${at}` };
    return resultOf({ target: { ...target, file: `file:///${at}.vaultconn.json` }, outcome });
  });

it.each([
  ["one reason, not sent", pushes(EXPIRED, EXPIRED, CANCELLED), [[`${REJECTED} Nothing was sent.`, "Sign In"]]],
  [
    "one reason after some were sent",
    pushes(DONE, EXPIRED, EXPIRED),
    [[`1 of 3 files pushed. 2 not pushed: ${REJECTED} Nothing was sent.`, "Sign In"]],
  ],
  [
    "a reason for each of two tenants",
    pushes(EXPIRED, [EXPIRED, "Beta"], EXPIRED),
    [
      [`${REJECTED} Nothing was sent.`, "Sign In"],
      [`${REJECTED.replace("Acme", "Beta")} Nothing was sent.`, "Sign In"],
    ],
  ],
  ["one missing value", pushes(missing("A"), missing("A")), [["A isn't set. Nothing was sent.", "Store as Secret"]]],
  [
    "several missing values, and no network",
    pushes(missing("A"), missing("B"), OFFLINE),
    [
      [
        "Nothing was pushed. Skipped: not sent, a reference has no value; not sent, the connection couldn't be read.",
        "Show Log",
      ],
    ],
  ],
  [
    "a reason that only a file's own message can help with",
    pushes({ kind: "invalid" }, { kind: "invalid" }),
    [["Nothing was pushed. Skipped: not sent, the file has problems.", "Show Log"]],
  ],
  [
    "nothing to explain",
    pushes({ kind: "notChosen" }, CANCELLED),
    [
      [
        "You canceled. Nothing was pushed. Left out before that: not sent, another file updates the same connection.",
        "Show Log",
      ],
    ],
  ],
  [
    "a changed connection that was left out before the user canceled",
    pushes(DRIFTED, CANCELLED, CANCELLED),
    [["You canceled. Nothing was pushed. Left out before that: not sent, changed on the service.", "Show Log"]],
  ],
  [
    "who canceled, after some were sent",
    pushes(DONE, CANCELLED, CANCELLED),
    [["1 of 3 files pushed. 2 canceled by you.", "Show Log"]],
  ],
  [
    "who canceled, beside what was rejected",
    pushes(DONE, EXPIRED, CANCELLED),
    [["1 of 3 files pushed. 1 not pushed. 1 canceled by you.", "Show Log"]],
  ],
])("of several pushes, says %s, with what helps", async (_, results, expected) => {
  await presentMany(
    results,
    results.some(({ outcome }) => outcome === DONE),
  );
  const shown = editor.messages.map(([text, ...buttons]) => [text, buttons.at(0)]);
  expect(shown).toEqual(expected);
  expect(editor.messages.every((message) => message.at(-1) === "Show Other Pushes")).toBe(true);
});

it("continues with all pushes of a reason, and with no other", async () => {
  const results = pushes(EXPIRED, [OFFLINE, "Beta"], EXPIRED);
  editor.press = (message) => message.find((button) => button === "Sign In");
  await presentMany(results, false);
  expect(editor.executed).toEqual([["vaultconn.signIn", results[0], [results[0], results[2]]]]);
});
