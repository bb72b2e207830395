import type { ConnectionRecord } from "../service/operations/records.js";
import { formatIso } from "../text/formatTime.js";

/**
 * Takes from a record what an export holds. Nothing of it is secret: `account_name`, which may hold part of a credential,
 * is left out. Times are written in ISO 8601, and are empty where the service gives none.
 * @param host of its tenant.
 * @param files the paths of its setup files in the workspace.
 */
export function exported(record: ConnectionRecord, host: string, files: readonly string[]) {
  return {
    tenant: host,
    name: record.name,
    id: record.id,
    application: record.app_id,
    environment: record.environment ?? "",
    ready: record.ready ?? false,
    created: formatIso(record.created_at),
    updated: formatIso(record.updated_at),
    refreshed: formatIso(record.refreshed_at),
    files,
  };
}

/** One connection in an export. */
type ExportedConnection = ReturnType<typeof exported>;

/** Connections as JSON. */
export function asJson(connections: readonly ExportedConnection[]): string {
  return `${JSON.stringify(connections, undefined, 2)}\n`;
}

/** In the order of the columns. */
const COLUMNS = "tenant name id application environment ready created updated refreshed files".split(" ");

/** Connections as CSV with a heading (RFC 4180), to be opened in a spreadsheet, which runs nothing of it. */
export function asCsv(connections: readonly ExportedConnection[]): string {
  const rows = connections.map((connection) => {
    const cells: Readonly<Record<string, unknown>> = { ...connection, files: connection.files.join("; ") };
    return COLUMNS.map((column) => String(cells[column]));
  });
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

function cell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
