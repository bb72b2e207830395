import { createHash, randomBytes } from "node:crypto";
import type { RecordMark } from "../../core/lock/lockEntry.js";
import { isObject, parseJson } from "../../core/text/json.js";
import { visibleJson } from "../output/escapeControlCharacters.js";

const STATUSES = [
  "update",
  /** Neither the file nor the connection has changed since the last push. */
  "unchanged",
  /** The connection was changed on the service since the lock file was written; its update isn't sent. */
  "drifted",
  /** The outcome of an earlier update is unknown; another one isn't sent. */
  "unknown",
  "refused",
] as const;

export type PlanStatus = (typeof STATUSES)[number];

/** Where a value comes from, never the value. */
export interface PlannedReference {
  readonly property: string;
  readonly kind: "env" | "secret" | "file" | "provider";
  readonly name: string;
  /** Of the salt and the value, if that is no secret. */
  readonly digest?: string;
}

/** Holds no value. */
export interface PlanEntry {
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly status: PlanStatus;
  readonly tenant?: string;
  /** Scheme, host and port: the only place the update goes to. */
  readonly origin?: string;
  readonly id?: string;
  readonly variant?: string;
  readonly properties: readonly string[];
  readonly references: readonly PlannedReference[];
  /** Optional fields of the variant that the file leaves out. */
  readonly leftOut: readonly string[];
  /** Whether the lock file knows of no push of this connection. */
  readonly first: boolean;
  readonly digest?: string;
  readonly record?: RecordMark;
  /** Whole sentences: why it is refused, what changed on the service, or what to know before approving. */
  readonly notes: readonly string[];
}

/** The output of `--format json` and `--out`. */
export interface PlanDocument {
  readonly version: 1;
  readonly created: string;
  /** For the digests of values; different in each plan. */
  readonly salt: string;
  readonly files: readonly PlanEntry[];
  /** Over everything above: an edited plan is refused. */
  readonly checksum: string;
}

export function newSalt(): string {
  return randomBytes(16).toString("base64url");
}

/** @param created milliseconds since the epoch. */
export function planDocument(files: readonly PlanEntry[], created: number, salt: string): PlanDocument {
  const plan = { version: 1, created: new Date(created).toISOString(), salt, files } as const;
  return { ...plan, checksum: checksumOf(plan) };
}

export function planText(plan: PlanDocument): string {
  return `${visibleJson(plan, 2)}\n`;
}

/** Only what is needed to find the files is checked: `apply` plans again and compares the rest. */
export interface ReadPlan extends Pick<PlanDocument, "salt"> {
  readonly files: readonly (Pick<PlanEntry, "file" | "status"> & Partial<PlanEntry>)[];
}

/** If the plan isn't valid, returns the reason as the second half of a sentence. */
export function readPlan(text: string): ReadPlan | string {
  const value = parseJson(text);
  if (value === undefined) return "it isn't JSON";
  if (!isObject(value) || !("version" in value)) return "it isn't a plan";
  if (value["version"] !== 1) return "another version of vaultconn made it";
  const { version, created, salt, files, checksum, ...others } = value as Partial<PlanDocument> & {
    readonly version: 1;
  };
  if (typeof created !== "string" || typeof salt !== "string" || Object.keys(others).length > 0)
    return "it isn't a plan";
  if (!Array.isArray(files) || !files.every(isEntry)) return "it isn't a plan";
  try {
    if (checksumOf({ version, created, salt, files }) !== checksum) return "it was changed after it was made";
  } catch {
    // Writing JSON runs out of stack if it's nested too deeply.
    return "it isn't a plan";
  }
  if (files.some(({ status }) => status === "refused")) return "it has refused files";
  return { files, salt };
}

function isEntry(entry: Partial<PlanEntry> | null): boolean {
  return (
    typeof entry === "object" && typeof entry?.file === "string" && STATUSES.some((status) => status === entry.status)
  );
}

function checksumOf(plan: Omit<PlanDocument, "checksum">): string {
  return createHash("sha256")
    .update(JSON.stringify([plan.version, plan.created, plan.salt, plan.files]))
    .digest("base64url");
}
