import { checkConnection } from "../../../../schemas/check.js";
import { recordFields } from "../../../../schemas/fields.js";
import type { Connection } from "../../../../schemas/generated/connection.js";

/**
 * A record as the service returned it, cleaned of what does not belong there.
 * Texts that are missing or of the wrong type are empty.
 */
export interface ConnectionRecord extends Readonly<Omit<Connection, "refreshed_at">> {
  readonly refreshed_at?: string | undefined;
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
  const given: Given = value;
  const { id, ready, app_id, name, created_at, updated_at, fingerprint } = given;
  if (typeof id !== "string" || !isId(id)) return undefined;
  const record: Connection = {
    id,
    app_id: share(text(app_id)),
    name: text(name),
    ready: ready === true,
    created_at: text(created_at),
    updated_at: text(updated_at),
    fingerprint: text(fingerprint),
  };
  if (typeof given.refreshed_at === "string") record.refreshed_at = text(given.refreshed_at);
  if (typeof given.account_name === "string") record.account_name = text(given.account_name);
  if (typeof given.environment === "string") record.environment = share(text(given.environment));
  // Checking every record of a large list against the schema would take longer than reading them all.
  const complete =
    typeof ready === "boolean" &&
    record.app_id &&
    record.name &&
    record.created_at &&
    record.updated_at &&
    record.fingerprint;
  const missing = complete ? [] : missingFields(value);
  return missing.length === 0 ? record : { ...record, missing };
}

/** Whether a record of a reply is in all its known fields what the document says, and within our bounds, so that they can be taken as they are. */
export function isProper(value: unknown): value is Connection {
  if (typeof value !== "object" || value === null) return false;
  const given: Given = value;
  return (
    typeof given.id === "string" &&
    isId(given.id) &&
    isBounded(given.app_id) &&
    isBounded(given.name) &&
    typeof given.ready === "boolean" &&
    isBounded(given.created_at) &&
    isBounded(given.updated_at) &&
    isBounded(given.fingerprint) &&
    (given.refreshed_at === undefined || isBounded(given.refreshed_at)) &&
    (given.account_name === undefined || isBounded(given.account_name)) &&
    (given.environment === undefined || isBounded(given.environment))
  );
}

function isBounded(value: unknown): boolean {
  return typeof value === "string" && value !== "" && value.length <= LONGEST_TEXT;
}

type Given = Readonly<Partial<Record<keyof Connection, unknown>>>;

/** The required fields of a record that cannot be believed. A text that is too long is not among them. */
function missingFields(value: object): readonly string[] {
  return checkConnection(value)
    .filter(({ code }) => code === "missing-property" || code === "wrong-value-type")
    .flatMap(({ path: [field] }) => (field !== undefined && !OPTIONAL.has(field) ? [field] : []));
}

const OPTIONAL = new Set(recordFields.filter(({ required }) => !required).map(({ name }) => name));

const CONTROL = /\p{Cc}/u;

function isId(id: string): boolean {
  return id !== "" && (id.length <= LONGEST_ID || codePoints(id) <= LONGEST_ID) && !CONTROL.test(id);
}

/** How long a text is, as the interface document counts. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

function text(value: unknown): string {
  if (typeof value !== "string") return "";
  return value.length > LONGEST_TEXT ? value.slice(0, LONGEST_TEXT) : value;
}

/** The same string for equal ones. */
export function share(name: string): string {
  const known = shared.get(name);
  if (known !== undefined) return known;
  if (shared.size < MOST_SHARED) shared.set(name, name);
  return name;
}
