import { createHash, randomBytes } from "node:crypto";
import type { RecordMark } from "../../core/lock/lockEntry.js";
import { visibleJson } from "../output/visible.js";

/** What is to be done about a file. */
export type PlanStatus =
  /** Its update is to be sent. */
  | "update"
  /** It asks for what it asked for last time, and nobody has changed the connection since. */
  | "unchanged"
  /** The connection was changed on the service since the lock file was written; its update is not sent. */
  | "drifted"
  /** The outcome of an earlier update is not known; another one is not sent. */
  | "unknown"
  | "refused";

/** A reference of a file: where a value comes from, never the value. */
export interface PlannedReference {
  /** Such as `setup.api_key`. */
  readonly property: string;
  readonly kind: "env" | "secret" | "file";
  readonly name: string;
  /** Of the salt and the value behind it, where that is no secret. */
  readonly digest?: string;
}

/** What a plan says of one file. It holds no value. */
export interface PlanEntry {
  /** The file's path below the root, with slashes. */
  readonly file: string;
  readonly status: PlanStatus;
  readonly tenant?: string;
  /** Scheme, host and port: where the update goes, and nowhere else. */
  readonly origin?: string;
  readonly id?: string;
  readonly variant?: string;
  /** What is sent, by name. */
  readonly properties: readonly string[];
  readonly references: readonly PlannedReference[];
  /** The optional fields of the variant that are left out. */
  readonly leftOut: readonly string[];
  /** Whether the lock file knows of no push of this connection. */
  readonly first: boolean;
  /** Of what the file asks for, with every value masked. */
  readonly digest?: string;
  /** The record as it was read. */
  readonly record?: RecordMark;
  /** Why it is refused, what changed on the service, or what a person should know before saying yes; whole sentences. */
  readonly notes: readonly string[];
}

/** A plan, as `--format json` prints it and `--out` writes it. */
export interface PlanDocument {
  readonly version: 1;
  readonly created: string;
  /** What the digests of values are made with, of each plan another. */
  readonly salt: string;
  readonly files: readonly PlanEntry[];
  /** Of all of the above: a plan that was edited is refused. */
  readonly checksum: string;
}

/** What the digests of a new plan are made with. */
export function newSalt(): string {
  return randomBytes(16).toString("base64url");
}

/** Puts a plan together. @param created milliseconds since the epoch. */
export function planDocument(files: readonly PlanEntry[], created: number, salt: string): PlanDocument {
  const plan = { version: 1, created: new Date(created).toISOString(), salt, files } as const;
  return { ...plan, checksum: checksumOf(plan) };
}

export function planText(plan: PlanDocument): string {
  return `${visibleJson(plan, 2)}\n`;
}

/** A plan as it was read. Only what is needed to find its files is checked: `apply` decides anew and compares the rest. */
export interface ReadPlan extends Pick<PlanDocument, "salt"> {
  readonly files: readonly (Pick<PlanEntry, "file" | "status"> & Partial<PlanEntry>)[];
}

/** Reads a plan; or says, in the second half of a sentence, why nothing of it is done. */
export function readPlan(text: string): ReadPlan | string {
  let value: (Omit<Partial<PlanDocument>, "version"> & { readonly version?: unknown }) | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return "it is not JSON";
  }
  if (typeof value !== "object" || value === null || !("version" in value)) return "it is no plan";
  if (value.version !== 1) return "another version of vaultconn made it";
  const { version, created, salt, files, checksum, ...others } = value;
  if (typeof created !== "string" || typeof salt !== "string" || Object.keys(others).length > 0) return "it is no plan";
  if (!Array.isArray(files) || !files.every(isEntry)) return "it is no plan";
  if (!hasChecksum({ version, created, salt, files }, checksum)) return "it was changed after it was made";
  if (files.some(({ status }) => status === "refused")) return "it has files that are refused";
  return { files, salt };
}

const STATUSES: readonly unknown[] = [
  "update",
  "unchanged",
  "drifted",
  "unknown",
  "refused",
] satisfies readonly PlanStatus[];

function isEntry(entry: Partial<PlanEntry> | null): boolean {
  return typeof entry === "object" && typeof entry?.file === "string" && STATUSES.includes(entry.status);
}

function hasChecksum(plan: Omit<PlanDocument, "checksum">, checksum: unknown): boolean {
  try {
    return checksumOf(plan) === checksum;
  } catch {
    // What is nested too deeply to be written as text was never written here.
    return false;
  }
}

function checksumOf(plan: Omit<PlanDocument, "checksum">): string {
  return createHash("sha256")
    .update(JSON.stringify([plan.version, plan.created, plan.salt, plan.files]))
    .digest("base64url");
}
