import { readRecord, type ConnectionRecord } from "../../../client/core/service/operations/records.js";

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
