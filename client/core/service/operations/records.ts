import { recordFields } from "../../../../schemas/fields.js";
import type { Connection } from "../../../../schemas/generated/connection.js";

/**
 * A record as the service returned it ("Vault connection (response record)"), cleaned of what does not belong there.
 * What is missing or of the wrong type is empty or undefined. Times are in milliseconds since the epoch.
 */
export interface ConnectionRecord {
  readonly id: string;
  readonly app_id: string;
  readonly environment?: string | undefined;
  readonly name: string;
  /** May hold part of a credential: only ever shown in the record's own document. */
  readonly account_name?: string | undefined;
  readonly ready: boolean | undefined;
  readonly created_at: number | undefined;
  readonly updated_at: number | undefined;
  readonly refreshed_at?: number | undefined;
  readonly fingerprint: string;
}

/** Longer strings than the document allows are kept up to here, in UTF-16 code units. */
const MAX_STRING_LENGTH = 1000;

/** The longest an id can be, in code points. */
export const MAX_ID_LENGTH = recordFields.find(({ name }) => name === "id")?.maxLength ?? 0;

/**
 * Reads one record of a reply. Only known fields are kept, in the order of the document; a setup, should there ever be
 * one, is dropped here.
 * @returns undefined where there is no id to know the record by.
 */
export function readRecord(value: unknown): ConnectionRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const given: Readonly<Partial<Record<keyof Connection, unknown>>> = value;
  if (typeof given.id !== "string" || !isId(given.id)) return undefined;
  return {
    id: given.id,
    app_id: readString(given.app_id) ?? "",
    environment: readString(given.environment),
    name: readString(given.name) ?? "",
    account_name: readString(given.account_name),
    ready: typeof given.ready === "boolean" ? given.ready : undefined,
    created_at: readTime(given.created_at),
    updated_at: readTime(given.updated_at),
    refreshed_at: readTime(given.refreshed_at),
    fingerprint: readString(given.fingerprint) ?? "",
  };
}

function isId(id: string): boolean {
  return id !== "" && (id.length <= MAX_ID_LENGTH || codePoints(id) <= MAX_ID_LENGTH) && !CONTROL.test(id);
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** How long a string is, as the interface document counts. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

function readString(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, MAX_STRING_LENGTH) : undefined;
}

function readTime(value: unknown): number | undefined {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}
