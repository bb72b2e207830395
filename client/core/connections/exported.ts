import type { ConnectionRecord } from "../service/operations/records.js";
import { normalizeTime } from "../text/formatTime.js";

/**
 * Returns a record's properties for an export, without `account_name`, which may contain part of a credential. Times
 * are in ISO 8601, or empty if the service doesn't say.
 * @param files paths of the connection's setup files in the workspace.
 */
export function exported(record: ConnectionRecord, host: string, files: readonly string[]) {
  return {
    tenant: host,
    name: record.name,
    id: record.id,
    application: record.app_id,
    environment: record.environment ?? "",
    ready: record.ready ?? false,
    created: normalizeTime(record.created_at),
    updated: normalizeTime(record.updated_at),
    refreshed: normalizeTime(record.refreshed_at),
    files,
  };
}

type ExportedConnection = ReturnType<typeof exported>;

export function asJson(connections: readonly ExportedConnection[]): string {
  return `${JSON.stringify(connections, undefined, 2)}\n`;
}

const COLUMNS = "tenant name id application environment ready created updated refreshed files".split(" ");

/** Without it, Excel takes UTF-8 for the code page of the computer. */
const BYTE_ORDER_MARK = "\ufeff";

/** Writes CSV with a header row, after a byte order mark. */
export function asCsv(connections: readonly ExportedConnection[]): string {
  const rows = connections.map((connection) => {
    const cells: Readonly<Record<string, unknown>> = { ...connection, files: connection.files.join("; ") };
    return COLUMNS.map((column) => String(cells[column]));
  });
  return BYTE_ORDER_MARK + csvText([COLUMNS, ...rows]);
}

/** What a spreadsheet would run as a formula, in some languages also in full width. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/;

/** Writes rows as RFC 4180 says, with cells that a spreadsheet can't run. The first row is the header. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string): string {
  const plain = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
