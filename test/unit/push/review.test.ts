import { describe, expect, it, vi } from "vitest";

import type { CheckedPush } from "../../../client/src/push/check.js";
import { compareRecords, remember } from "../../../client/src/push/drift.js";
import { planPush } from "../../../client/src/push/plan.js";
import type { PushResult } from "../../../client/src/push/run.js";
import { reviewPushes } from "../../../client/src/push/surface/review.js";
import type { ReviewDocuments } from "../../../client/src/push/surface/reviewDocuments.js";
import { resolveReferences } from "../../../client/src/secrets/resolve.js";
import type { Tenant } from "../../../client/src/tenants/tenant.js";
import { sourcesOf } from "../secrets/sources.js";
import { inspect } from "./inspected.js";

const CANARY = "canary-review-3f1d";
const RECORD = {
  id: "ac_1",
  app_id: "SLACK",
  name: "Billing hook",
  ready: true,
  created_at: "2026-01-01T00:00:00Z",
  updated_at: new Date().toISOString(),
  fingerprint: "f",
};

const { asked, stub } = vi.hoisted(() => {
  const asked: { question: string; lines: readonly string[]; severity: string }[] = [];
  const answers: string[] = [];
  const show =
    (severity: string) =>
    (question: string, { detail }: { readonly detail: string }) => {
      asked.push({ question, lines: detail.split("\n"), severity });
      return Promise.resolve(answers.shift());
    };
  const window = { showInformationMessage: show("information"), showWarningMessage: show("warning") };
  const Uri = { parse: (text: string) => text };
  return { asked, stub: { window, Uri, workspace: { asRelativePath: (file: string) => file.slice(8) }, answers } };
});
vi.mock("vscode", () => stub);

/** A push that is ready for review. */
async function checked(id: string, file: object, { origin = "https://acme.example", before = {} } = {}) {
  const record = { ...RECORD, id };
  const written = inspect({ id, ...file });
  const resolved = await resolveReferences(written, sourcesOf({ env: { KEY: CANARY } }));
  if (!resolved.ok) throw new Error(resolved.problems[0]?.text);
  const tenantName = origin.includes("acme") ? "Acme" : "Globex";
  const plan = planPush(written, resolved, { id, label: id, record });
  const drift = compareRecords(remember({ ...record, ...before }, 0), record);
  const subject = { origin, tenantName, id, connection: record.name, file: `file:///${id}.vaultconn.json` };
  return { request: {}, written, subject, plan, drift, page: 0 } as unknown as CheckedPush;
}

/** The question about pushes, and what comes of each answer. */
async function review(pushes: readonly CheckedPush[], left: readonly PushResult[] = [], ...answers: readonly string[]) {
  asked.length = 0;
  stub.answers.splice(0, Infinity, ...answers);
  const compared: unknown[] = [];
  const documents = {
    compareUntilClosed: (...given: readonly unknown[]) => Promise.resolve(void compared.push(given)),
  } as unknown as ReviewDocuments;
  const tenants = ["acme", "globex"].map((name) => ({ name, origin: `https://${name}.example` }) as Tenant);
  const agreed = await reviewPushes(pushes, left, tenants, documents, {});
  return { agreed, compared, ...asked[0] };
}

const KEY = { type: "API_KEY", api_key: "x${env:KEY}" };
const REPLACED = "The setup that the service has now cannot be read back.";

describe("the review of many pushes", () => {
  it("shows for each connection what the review of one shows for one", async () => {
    const pushes = [
      await checked("ac_1", { name: "New name" }),
      await checked("ac_2", { setup: KEY }),
      await checked("ac_3", { name: "${env:KEY}", setup: KEY }, { before: { ready: false } }),
    ];
    const { question, lines } = await review(pushes);
    expect(question).toBe("Push 3 files to acme?");
    const [name, setup, both, ...rest] = lines ?? [];
    expect(name).toBe("• Billing hook (ac_1): name: “New name”");
    expect(setup).toBe("• Billing hook (ac_2): setup, API key: type, api_key (from env KEY)");
    expect(both).toContain("name: “${env:KEY}”; setup");
    expect(rest).toEqual([
      "",
      REPLACED,
      "Billing hook: Billing hook was changed on the service just now.",
      "Billing hook: The name comes from a reference. It will be visible to everyone who may list connections.",
    ]);
    for (const push of pushes) {
      const one = await review([push]);
      for (const change of push.plan.changes) expect(one.lines).toContain(`• ${change}`);
    }
    expect(JSON.stringify(asked)).not.toContain(CANARY);
  });

  it("names what the service may keep, the tenants, and what is left out and why", async () => {
    const partial = { type: "BASIC_AUTH", username: "${env:KEY}" };
    const pushes = [
      await checked("ac_1", { setup: partial }),
      await checked("ac_2", { name: "N" }, { origin: "https://globex.example" }),
    ];
    const left = [{ subject: { file: "file:///gone.vaultconn.json" }, outcome: { kind: "gone" } }] as PushResult[];
    const { question, lines } = await review(pushes, left);
    expect(question).toBe("Push 2 files to acme, globex?");
    expect(lines?.[0]).toContain("; left out: password (the service may keep or drop it");
    expect(lines?.[1]).toBe("• Billing hook (ac_2), Globex: name: “N”");
    expect(lines?.slice(-3)).toEqual(["", "Left out:", "• gone.vaultconn.json: not sent, the connection is gone"]);
  });

  it("keeps within what a dialog holds, and shows all of it beside the comparisons", async () => {
    const pushes = await Promise.all(
      Array.from({ length: 40 }, (_, at) => checked(`ac_${at}`, { name: "N".repeat(150) })),
    );
    const { lines, agreed, compared } = await review(pushes, [], "Show Changes", "Push");
    expect(agreed).toBe(true);
    expect(asked).toHaveLength(2);
    expect(lines).toHaveLength(16);
    expect(lines?.at(-1)).toBe("… and 25 more");
    const [[comparisons, { summary }]] = compared as [[readonly { name: string }[], { summary: string }]];
    expect(comparisons).toHaveLength(40);
    expect(summary.split("\n").filter((line) => line.startsWith("•"))).toHaveLength(40);
  });

  it("is left with Escape, and then nothing is agreed to", async () => {
    const pushes = [await checked("ac_1", { name: "A" }), await checked("ac_2", { name: "B" })];
    expect((await review(pushes)).agreed).toBe(false);
    expect((await review(pushes, [], "Show Changes")).agreed).toBe(false);
  });
});
