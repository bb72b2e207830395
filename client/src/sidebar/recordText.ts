import type { ConnectionRecord } from "../service/operations/records.js";

/** A record as JSON text to be read. The only place where `account_name` is shown. */
export function recordText(record: ConnectionRecord): string {
  const fields = (key: string, value: unknown) => (key === "missing" ? undefined : value);
  return `${JSON.stringify(record, fields, 2)}\n`;
}
