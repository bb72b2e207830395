import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { translations } from "../../../scripts/l10n/bundles.js";
import { describeFilter, NO_FILTER } from "../../../client/core/connections/arrangement.js";
import { describeOutcome, messageFor } from "../../../client/core/push/outcomes.js";
import type { Outcome } from "../../../client/core/push/outcome.js";
import { setLocale } from "../../../client/core/text/locale.js";
import { describeChanges, stateOf } from "../../../client/core/push/drift.js";
import { offerTitle } from "../../../client/core/push/offers.js";
import { lookupProblem } from "../../../client/core/secrets/problems.js";
import { serviceError } from "../../../client/core/service/errors/errors.js";
import { STEP_TITLES, sentence } from "../../../client/core/service/errorTable.js";
import { PSEUDO, writePseudoBundle } from "./pseudo.js";
import { recordFrom } from "../service/records.js";

let folder = "";
beforeAll(async () => {
  // Another test holds the translations against the texts in the sources.
  folder = await writePseudoBundle(
    (await Promise.all(["schemas", "client"].map((part) => translations(part, "de")))).flatMap(Object.keys),
  );
  const bundle = await readFile(path.join(folder, `bundle.l10n.${PSEUDO}.json`), "utf8");
  l10n.config({ contents: JSON.parse(bundle) as Record<string, string> });
  // A language whose dates and lists have no Latin letters either.
  setLocale("ja");
});
afterAll(() => rm(folder, { recursive: true }));

/** Settings and scopes are called the same in every language. Whatever else is put into a sentence has no Latin letters. */
const NAMES = /http\.proxy|(?:read|update):flows_vault_connections/g;
const CONTEXT = { tenant: "東", connection: "接続", file: "文", now: 0 };
const LIST = { operation: "list", host: "10.0.0.1", sent: "no" } as const;
const UPDATE = { operation: "update", host: "10.0.0.1", sent: "maybe" } as const;
const PAGE = { record: recordFrom({ id: "7", app_id: "8", name: "名" }), page: 0 };

const RECORD = stateOf(PAGE.record);

function expectTranslated(texts: readonly string[]): void {
  expect(texts.filter((text) => /[A-Za-z]/.test(text.replaceAll(NAMES, "")))).toEqual([]);
}

/** That each sentence goes through `l10n.t` is proven of the sources; here, when it does, and single words too. */
describe("in another language", () => {
  it("every error of the service is told, with what can be done", () => {
    const all = [LIST, UPDATE].flatMap((failure) => [
      serviceError({ kind: "unreachable" }, failure),
      serviceError({ kind: "timeout", phase: "total" }, failure),
      ...(["untrusted", "expired", "not-yet-valid", "wrong-host", "other"] as const).map((fault) =>
        serviceError({ kind: "certificate", fault }, failure),
      ),
      ...(["down", "name-not-found", "timeout", "credentials", "refused", "certificate", "unsupported"] as const).map(
        (fault) => serviceError({ kind: "proxy", fault, proxyHost: "10.0.0.2:1" }, failure),
      ),
      ...(["bad-request", "unauthorized", "forbidden", "not-found", "rate-limited", "server"] as const).map((kind) =>
        serviceError({ kind, status: 499 }, failure),
      ),
      serviceError({ kind: "cancelled" }, failure),
    ]);
    expectTranslated(
      all.map((error) => sentence(error, CONTEXT)).flatMap(({ text, next }) => [text, next ? STEP_TITLES[next]() : ""]),
    );
  });

  it("every outcome of a push is told, and called by words, with what can be done", () => {
    const problem = lookupProblem({ kind: "env", name: "1" }, [], "not-set");
    const outcomes: readonly Outcome[] = [
      { kind: "done", ...PAGE },
      ...(["refused", "unreadable"] as const).map((kind) => ({
        kind,
        error: serviceError({ kind: "timeout", phase: "total" }, LIST),
      })),
      ...(["applied", "probablyApplied", "notApplied"] as const).map((kind) => ({ kind, ...PAGE, cause: undefined })),
      { kind: "pending", why: "unchanged", cause: undefined },
      { kind: "unknown", why: "stopped", cause: undefined },
      ...(
        ["busy", "readOnly", "nothing", "gone", "journalUnavailable", "notSaved", "invalid", "withdrawn"] as const
      ).map((kind) => ({ kind })),
      { kind: "unresolved", problems: [problem, problem] },
      { kind: "preflightFailure", failure: "expired" },
      { kind: "drifted", record: PAGE.record, drift: { kind: "changed", at: 0, before: RECORD, now: RECORD } },
    ];
    for (const outcome of outcomes) {
      const { text, offers } = messageFor(outcome, CONTEXT);
      expectTranslated([text, ...offers.map(offerTitle), describeOutcome(outcome.kind)]);
    }
    expectTranslated((["compare", "notChosen", "cancelled"] as const).map(describeOutcome));
  });

  it("every change and filter is described", () => {
    for (const change of [{ ready: !RECORD.ready }, { fingerprint: "2" }])
      expectTranslated(describeChanges({ before: RECORD, now: { ...RECORD, ...change } }));
    expectTranslated([
      describeFilter({ ...NO_FILTER, text: "文", readiness: "ready", unchangedDays: 90, setupFile: "with" }),
      describeFilter({ ...NO_FILTER, readiness: "notReady", setupFile: "without", attention: true }),
    ]);
  });
});
