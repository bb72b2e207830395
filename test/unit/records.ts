import { createHash } from "node:crypto";
import { TextDocument } from "vscode-languageserver-textdocument";
import { readRecord, type ConnectionRecord } from "../../client/core/service/operations/records.js";
import type { InspectResult } from "../../server/protocol/messages.js";
import { setupFileOf } from "../../server/src/document/setupFile.js";
import { inspectDocument } from "../../server/src/inspection/inspectDocument.js";
import { checkFile } from "../../server/src/rules/checkFile.js";
import type { HistoryLine } from "../../client/core/push/state/storedPushes.js";
import type { LockEntry } from "../../client/core/lock/lockEntries.js";

/** A record as the client reads it from what a service gives, such as dates in ISO 8601. */
export function recordFrom(given: object = {}): ConnectionRecord {
  const record = readRecord({
    id: "ac_1",
    app_id: "SLACK",
    name: "Connection",
    ready: true,
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-02T03:04:05.000Z",
    fingerprint: "f",
    ...given,
  });
  if (!record) throw new Error("This is not a record.");
  return record;
}

/** What the language server says about a file. @param file its text, or the object it holds */
export function inspect(file: string | object): Omit<InspectResult, "version"> {
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const document = TextDocument.create("file:///workspace/a.vaultconn.json", "vaultconn", 1, text);
  return inspectDocument(document, checkFile(setupFileOf(document)));
}

const OF_ACME = { origin: "https://acme.example", tenantName: "Acme", id: "ac_1", connection: "A" };
const ABOUT = { file: "file:///a.vaultconn.json", ...OF_ACME };

/** A push as the journal is notified of it. */
export const ENTRY = { ...ABOUT, startedAt: 1, properties: ["name"] };

/** A push as the history keeps it. */
const properties = ["name", "setup.token"];
export const LINE: HistoryLine = { ...ABOUT, push: "p", time: 0, properties, outcome: "done" };

/** A line of a lock file. @param revision another one for each push */
export function entryOf(number: number, revision = 0): LockEntry {
  const hash = createHash("sha256").update(`${number} ${revision}`).digest("base64url");
  return {
    tenant: `tenant${number % 3}.example.com`,
    id: `ac_${number}`,
    fingerprint: hash.slice(0, 20),
    updated_at: new Date(1_700_000_000_000 + revision).toISOString(),
    ...(number % 2 === 0 && { variant: (number % 16) + 1 }),
    digest: hash.slice(0, 43),
  };
}
