import type { ConnectionRecord } from "../service/operations/records.js";
import { formatIso } from "../text/formatTime.js";

/** One connection in an export. Nothing here is secret: `account_name`, which may hold part of a credential, is left out. */
export interface ExportedConnection {
  readonly tenant: string;
  readonly name: string;
  readonly id: string;
  readonly application: string;
  readonly environment: string;
  readonly ready: boolean;
  /** ISO 8601, as the service gives them; empty where it gives none. */
  readonly created: string;
  readonly updated: string;
  readonly refreshed: string;
  /** The paths of its setup files in the workspace. */
  readonly files: readonly string[];
}

/** Takes from a record what an export holds. @param host of its tenant. */
export function exported(record: ConnectionRecord, host: string, files: readonly string[]): ExportedConnection {
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

/** Connections as JSON. */
export function asJson(connections: readonly ExportedConnection[]): string {
  return `${JSON.stringify(connections, undefined, 2)}\n`;
}

const COLUMNS = [
  "tenant",
  "name",
  "id",
  "application",
  "environment",
  "ready",
  "created",
  "updated",
  "refreshed",
] as const;

/** Connections as CSV with a heading (RFC 4180), to be opened in a spreadsheet, which runs nothing of it. */
export function asCsv(connections: readonly ExportedConnection[]): string {
  const rows = connections.map((connection) => [
    ...COLUMNS.map((column) => String(connection[column])),
    connection.files.join("; "),
  ]);
  return [[...COLUMNS, "files"], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

function cell(text: string): string {
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
