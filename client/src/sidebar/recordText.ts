import type { ConnectionRecord } from "../service/records.js";

/** A record as JSON text to be read. The only place where `account_name` is shown. */
export function recordText({ missing, ...record }: ConnectionRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}
