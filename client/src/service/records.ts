import { checkConnection } from "../../../schemas/check.js";
import { recordFields } from "../../../schemas/fields.js";
import type { Connection } from "../../../schemas/generated/connection.js";

/**
 * A record as the service returned it, cleaned of what does not belong there.
 * Texts that are missing or of the wrong type are empty.
 */
export interface ConnectionRecord extends Connection {
  /** The required fields the service left out or gave with a wrong type; not there for a proper record. */
  readonly missing?: readonly string[];
}

/** Longer texts than the document allows are kept up to here, in UTF-16 code units. */
const LONGEST_TEXT = 1000;

/** The longest an id can be, in code points. */
export const LONGEST_ID = recordFields.find(({ name }) => name === "id")?.maxLength ?? 0;

/** Applications and environments are few, records many: equal names share one string. */
const shared = new Map<string, string>();
const MOST_SHARED = 1000;

/**
 * Reads one record of a reply ("Vault connection (response record)"). Only known
 * fields are kept, always in the same order, so that a large list stays small;
 * a setup, should there ever be one, is dropped here.
 * @returns undefined where there is no id to know the record by.
 */
export function toRecord(value: unknown): ConnectionRecord | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const given: Partial<Record<keyof Connection, unknown>> = value;
  const { id } = given;
  if (typeof id !== "string" || id === "" || codePoints(id) > LONGEST_ID || /\p{Cc}/u.test(id)) return undefined;
  const record: ConnectionRecord = {
    id,
    app_id: share(text(given.app_id)),
    name: text(given.name),
    ready: given.ready === true,
    created_at: text(given.created_at),
    updated_at: text(given.updated_at),
    fingerprint: text(given.fingerprint),
    ...optional("refreshed_at", given.refreshed_at),
    ...optional("account_name", given.account_name),
    ...optional("environment", given.environment),
  };
  const missing = missingFields(value);
  return missing.length === 0 ? record : { ...record, missing };
}

/** The required fields of a record that cannot be believed. A text that is too long is not among them. */
function missingFields(value: object): readonly string[] {
  return checkConnection(value)
    .filter(({ code }) => code === "missing-property" || code === "wrong-value-type")
    .flatMap(({ path: [field] }) => (field !== undefined && !OPTIONAL.has(field) ? [field] : []));
}

const OPTIONAL = new Set(recordFields.filter(({ required }) => !required).map(({ name }) => name));

/** How long a text is, as the interface document counts. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

function optional<Name extends keyof Connection>(name: Name, value: unknown): Partial<Record<Name, string>> {
  return typeof value === "string" ? ({ [name]: text(value) } as Record<Name, string>) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value.slice(0, LONGEST_TEXT) : "";
}

function share(name: string): string {
  const known = shared.get(name);
  if (known !== undefined) return known;
  if (shared.size < MOST_SHARED) shared.set(name, name);
  return name;
}
