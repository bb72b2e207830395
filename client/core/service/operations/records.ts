import { recordFields } from "../../../../schemas/fields.js";
import type { Connection } from "../../../../schemas/generated/connection.js";

/** See "Vault connection (response record)". Invalid values are empty or undefined. Times are as in the response. */
export interface ConnectionRecord {
  readonly id: string;
  readonly app_id: string;
  readonly environment?: string | undefined;
  readonly name: string;
  /** May contain part of a credential, so it's shown only in the record's own document. */
  readonly account_name?: string | undefined;
  readonly ready: boolean | undefined;
  readonly created_at: string | undefined;
  readonly updated_at: string | undefined;
  readonly refreshed_at?: string | undefined;
  readonly fingerprint: string;
}

/** In UTF-16 code units. Longer than the document allows. */
const MAX_STRING_LENGTH = 1000;

/** In code points. */
const MAX_ID_LENGTH = recordFields.find(({ name }) => name === "id")?.maxLength ?? 0;

/**
 * Keeps only known fields, in the document's order, without a setup. Some services write IDs as numbers.
 * @returns undefined if there's no valid id.
 */
export function readRecord(value: unknown): ConnectionRecord | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields: Readonly<Partial<Record<keyof Connection, unknown>>> = value;
  const id = Number.isSafeInteger(fields.id) ? String(fields.id) : fields.id;
  if (
    typeof id !== "string" ||
    id === "" ||
    (id.length > MAX_ID_LENGTH && [...id].length > MAX_ID_LENGTH) ||
    CONTROL.test(id)
  )
    return undefined;
  return {
    id,
    app_id: readString(fields.app_id) ?? "",
    environment: readString(fields.environment),
    name: readString(fields.name) ?? "",
    account_name: readString(fields.account_name),
    ready: typeof fields.ready === "boolean" ? fields.ready : undefined,
    created_at: readString(fields.created_at),
    updated_at: readString(fields.updated_at),
    refreshed_at: readString(fields.refreshed_at),
    fingerprint: readString(fields.fingerprint) ?? "",
  };
}

const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

function readString(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, MAX_STRING_LENGTH) : undefined;
}
