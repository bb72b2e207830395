import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import * as l10n from "@vscode/l10n";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { translations } from "../../../scripts/l10n/bundles.js";
import { describeFilter, NO_FILTER } from "../../../client/core/connections/arrangement.js";
import { messageFor, describeOutcome } from "../../../client/core/push/outcomes.js";
import type { Outcome } from "../../../client/core/push/outcome.js";
import { setLocale } from "../../../client/core/text/locale.js";
import { changedSinceFile, describeChanges, stateOf } from "../../../client/core/push/drift.js";
import { offerTitle } from "../../../client/core/push/offers.js";
import { planPush } from "../../../client/core/push/plan.js";
import { checkResolved } from "../../../client/core/secrets/resolve.js";
import { nameProblem } from "../../../client/core/secrets/namedSecrets.js";
import { lookupProblem } from "../../../client/core/secrets/problems.js";
import * as errors from "../../../client/core/service/errors/errors.js";
import { parseAuthUrl, parseBaseUrl } from "../../../client/core/service/origin.js";
import { STEP_TITLES, sentence } from "../../../client/core/service/errorTable.js";
import { readEntry } from "../../../client/core/tenants/entry.js";
import { variants } from "../../../schemas/variants.js";
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

/** What is the same in every language: fields and their values, references, settings, scopes and schemes. */
const FIELDS = variants.flatMap(({ type, fields }) => [
  type,
  ...fields.flatMap(({ name, allowed = [] }) => [name, ...allowed]),
]);
const NAMES = new RegExp(
  String.raw`\b(?:${[...FIELDS, "setup", "type", "name", "env", "secret", "file", "KEY", "baseUrl", "authUrl", String.raw`http\.proxy`, String.raw`(?:read|update):flows_vault_connections`].join("|")})\b`,
  "g",
);

function expectTranslated(texts: readonly (string | undefined)[]): void {
  expect(texts.filter((text) => text === undefined || /[A-Za-z]/.test(text.replaceAll(NAMES, "")))).toEqual([]);
}

// Whatever is put into a sentence here has no Latin letters.
const CONTEXT = { tenant: "東", connection: "接続" };
const FAILURES = (["list", "update", "sign-in"] as const).flatMap((operation) =>
  (["no", "maybe"] as const).map((sent) => ({ operation, host: "10.0.0.1", sent })),
);
const SAID = [undefined, "駄目", "update:flows_vault_connections read:flows_vault_connections"];

const ERRORS = FAILURES.flatMap((failure) => [
  ...(["name-not-found", "refused", "unreachable", "reset", "not-https", "not-http"] as const).map(
    (kind) => new errors.NetworkError(kind, failure),
  ),
  ...(["connect", "headers", "body", "total"] as const).map((phase) => new errors.TimeoutError(phase, failure)),
  ...(["untrusted", "expired", "not-yet-valid", "wrong-host", "other"] as const).map(
    (fault) => new errors.CertificateError(fault, failure),
  ),
  ...(["down", "name-not-found", "timeout", "credentials", "refused", "certificate", "unsupported"] as const).map(
    (fault) => new errors.ProxyError(fault, "10.0.0.2:1", failure),
  ),
  ...(["bad-request", "unauthorized", "forbidden", "not-found", "rate-limited", "server"] as const).flatMap((kind) =>
    SAID.map((said) => new errors.StatusError(kind, 499, failure, said)),
  ),
  ...(["not-json", "unexpected-shape", "too-large", "redirected"] as const).map(
    (kind) => new errors.ReplyError(kind, 200, failure),
  ),
  ...(["missing", "malformed", "refused"] as const).flatMap((fault) =>
    SAID.map((said) => new errors.SignInError(fault, failure, said)),
  ),
  new errors.CancelledError(failure),
]);

const RECORD = recordFrom({
  id: "7",
  app_id: "8",
  name: "名",
  updated_at: "2026-02-01T00:00:00.000Z",
  fingerprint: "1",
});
const NOW = Date.parse("2026-02-01T00:05:00.000Z");

function outcomes(): readonly Outcome[] {
  const page = 0;
  const now = stateOf(RECORD);
  const drift = { kind: "changed", at: NOW - 300_000, before: { ...now, ready: !now.ready }, now } as const;
  const problem = lookupProblem({ kind: "env", name: "1" }, ["setup", "token"], "not-set");
  return [
    ...[true, false].map((ready) => ({ kind: "done" as const, record: { ...RECORD, ready }, page })),
    ...ERRORS.filter(({ operation }) => operation === "update").flatMap((error) => [
      { kind: "refused" as const, error },
      { kind: "unreadable" as const, error },
    ]),
    ...[undefined, ...ERRORS].flatMap((cause) =>
      (["applied", "probablyApplied", "notApplied"] as const).map((kind) => ({ kind, record: RECORD, page, cause })),
    ),
    ...(["notKnownBefore", "changedByOthers", "pushedAgain", "signedOut", "stopped", "withdrawn"] as const).map(
      (why) => ({
        kind: "unknown" as const,
        why,
        cause: undefined,
      }),
    ),
    ...(["unchanged", "unreadable", "notFound"] as const).flatMap((why) => {
      const unsettled = { why, cause: undefined, error: ERRORS[0] };
      return [
        { kind: "pending" as const, ...unsettled },
        { kind: "unknown" as const, ...unsettled },
      ];
    }),
    ...(["busy", "readOnly", "nothing", "gone", "journalUnavailable", "notSaved", "invalid", "withdrawn"] as const).map(
      (kind) => ({ kind }),
    ),
    ...[1, 2, 3].map((count) => ({
      kind: "unresolved" as const,
      problems: Array.from({ length: count }, () => problem),
    })),
    ...(["expired", "lacks-update-scope"] as const).map((failure) => ({ kind: "preflightFailure" as const, failure })),
    { kind: "drifted", record: RECORD, drift },
  ];
}

describe("in another language", () => {
  it("every error of the service is told, with what can be done", () => {
    expect(ERRORS.length).toBeGreaterThan(250);
    const said = ERRORS.flatMap((error) => [sentence(error, CONTEXT), sentence(error, { tenant: "東" })]);
    expectTranslated(
      [...said, sentence(new TypeError("x"), CONTEXT)].flatMap(({ text, next }) => [
        text,
        ...(next ? [STEP_TITLES[next]()] : []),
      ]),
    );
  });

  it("every outcome of a push is told, with what can be done", () => {
    const said = outcomes().map((outcome) => messageFor(outcome, { ...CONTEXT, now: NOW }));
    expectTranslated(said.flatMap(({ text, offers }) => [text, ...offers.map(offerTitle)]));
    expectTranslated(
      [
        ...new Set(outcomes().map(({ kind }) => kind)),
        "compare" as const,
        "notChosen" as const,
        "cancelled" as const,
      ].map(describeOutcome),
    );
  });

  it("every change on the service is told", () => {
    const before = { name: "甲", ready: true, fingerprint: "1", updated_at: "" };
    const changes = [{ name: "乙" }, { ready: false }, { fingerprint: "2" }, { updated_at: "2" }];
    expectTranslated(changes.flatMap((change) => describeChanges({ before, now: { ...before, ...change } })));
    expectTranslated([undefined, NOW, NOW - 900_000].map((at) => changedSinceFile({ at }, "接続", NOW)));
    expectTranslated([
      describeFilter({ ...NO_FILTER, text: "文", readiness: "ready", applications: ["8"] }),
      describeFilter({ ...NO_FILTER, unchangedDays: 90, setupFile: "with", attention: true }),
      describeFilter({ ...NO_FILTER, unchangedDays: 1, setupFile: "without" }),
      describeFilter({ ...NO_FILTER, readiness: "notReady" }),
    ]);
  });

  it("every plan is reviewed", () => {
    const plans = variants.flatMap((variant) =>
      [0, 1, 2].map((count) => {
        const setup = {
          type: variant.type,
          ...Object.fromEntries(variant.fields.map(({ name }) => [name, "${env:KEY} ${secret:KEY}"])),
        };
        const written = {
          request: { name: "${env:KEY}", setup },
          variant: variant.number,
          leftOut: variant.fields.slice(0, count).map(({ name }) => name),
        };
        return planPush(
          written,
          { ok: true, request: { name: "名", setup }, secrets: [], warnings: [] },
          { id: "7", label: "名", record: undefined },
        );
      }),
    );
    const warnings = plans.flatMap((plan) => plan?.warnings ?? []);
    expectTranslated([
      ...plans.flatMap((plan) => plan?.changes ?? []),
      ...warnings.flatMap(({ text, general }) => [text, general ?? text]),
    ]);
  });

  it("every fault of a reference, its value or a name is told", () => {
    const faults = [
      "restricted",
      "not-set",
      "empty",
      "storage-failed",
      "no-folder",
      "absolute",
      "outside",
      "not-found",
      "not-a-file",
      "too-large",
      "not-text",
      "unreadable",
    ] as const;
    const kinds = ["env", "secret", "file"] as const;
    expectTranslated(
      kinds.flatMap((kind) =>
        faults.flatMap((fault) =>
          [undefined, "1"].map((envFile) => lookupProblem({ kind, name: "1" }, ["setup"], fault, envFile).text),
        ),
      ),
    );
    const wrong = ["", "x".repeat(5000), 5, "https://example.com/x"];
    const problems = variants.flatMap((variant) =>
      wrong.flatMap((value) => {
        const setup = { type: variant.type, ...Object.fromEntries(variant.fields.map(({ name }) => [name, value])) };
        return checkResolved({ name: value, setup }, variant, () => [{ kind: "env", name: "1" }]);
      }),
    );
    expect(problems.length).toBeGreaterThan(100);
    expectTranslated(problems.map(({ text }) => text));
    expectTranslated(["", "1", "x".repeat(101)].map(nameProblem));
  });

  it("every fault of an address is told", () => {
    const wrong = [
      "",
      "a b",
      "ftp://a.example",
      "https:a.example",
      "https://",
      "https://u:p@a.example",
      "a.example?x",
      "http://a.example",
      "a_b.example",
      "a.example/path",
    ];
    const parsed = [
      ...wrong.map(parseBaseUrl),
      ...wrong.slice(0, -1).map(parseAuthUrl),
      readEntry(5),
      ...wrong.map((baseUrl) => readEntry({ baseUrl })),
      readEntry({ baseUrl: "a.example", authUrl: "a b" }),
    ];
    // The examples that are offered are addresses.
    expectTranslated(
      parsed.map((read) =>
        read.ok ? undefined : read.problem.replaceAll(/(?:acme|auth)\.example\.com|\/api\/v2/g, ""),
      ),
    );
  });
});
