import { createHash, randomBytes } from "node:crypto";
import type { RecordMark } from "../../core/lock/lockEntries.js";
import { isString, listOf, shape } from "../../core/storage/shape.js";
import { isObject, parseJsonc } from "../../core/text/json.js";

const STATUSES = [
  "update",
  /** Neither the file nor the connection changed since the last push. */
  "unchanged",
  /** The connection changed on the service since the lock file was written, so the update isn't sent. */
  "drifted",
  /** The outcome of an earlier update is unknown, so no other one is sent. */
  "unknown",
  "refused",
] as const;

export type PlanStatus = (typeof STATUSES)[number];

/** Where a value comes from, without the value. */
export interface PlannedReference {
  readonly property: string;
  readonly kind: "env" | "secret" | "file" | "provider";
  readonly name: string;
  /** Digest of the salt, and the value or the provider's definition; undefined for a secret. */
  readonly digest?: string;
}

/** Contains no values. */
export interface PlanEntry {
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly status: PlanStatus;
  readonly tenant?: string;
  /** Scheme, host and port. The update goes only there. */
  readonly origin?: string;
  readonly id?: string;
  readonly variant?: string;
  /** Whether the setup has types, properties, values, or limits that are unknown to this version. */
  readonly unknownSetup?: boolean;
  readonly properties: readonly string[];
  readonly references: readonly PlannedReference[];
  /** The variant's optional fields that the file leaves out. */
  readonly leftOut: readonly string[];
  /** Whether the lock file has no entry for this connection. */
  readonly first: boolean;
  readonly digest?: string;
  readonly record?: RecordMark;
  /** Of an earlier update, if the status is `unknown`. What to do about it differs. */
  readonly outcome?: "unknown" | "probablyApplied";
  /** Sentences: why the file is refused, what changed on the service, or what to know before approving. */
  readonly notes: readonly string[];
}

/** The output of `--format json` and `--out`. */
export interface PlanDocument {
  readonly version: 1;
  readonly created: string;
  /** Random salt for the digests of values. */
  readonly salt: string;
  readonly files: readonly PlanEntry[];
  /** Covers all other properties, so that an edited plan is refused. */
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

/** Only `file` and `status` are validated. `apply` plans again and compares the rest. */
export interface ReadPlan extends Pick<PlanDocument, "salt"> {
  readonly files: readonly (Pick<PlanEntry, "file" | "status"> & Partial<PlanEntry>)[];
}

/** Returns the plan. If it isn't valid, returns the reason as the second half of a sentence. */
export function readPlan(text: string): ReadPlan | string {
  const value = parseJsonc(text);
  if (value === undefined) return "it isn't JSON";
  if (!isObject(value) || !("version" in value)) return "it isn't a plan";
  if (value["version"] !== 1) return "another version of vaultconn made it";
  if (!isPlan(value)) return "it isn't a plan";
  const { version, created, salt, files, checksum, ...others } = value;
  if (Object.keys(others).length > 0) return "it isn't a plan";
  try {
    if (checksumOf({ version, created, salt, files }) !== checksum) return "it was changed after it was made";
  } catch {
    // `JSON.stringify` overflows the stack if the plan is nested too deeply.
    return "it isn't a plan";
  }
  if (files.some(({ status }) => status === "refused")) return "it has refused files";
  return { files, salt };
}

const isPlan = shape<PlanDocument>({
  version: (version) => version === 1,
  created: isString,
  salt: isString,
  files: listOf(
    shape<Pick<PlanEntry, "file" | "status">>({
      file: isString,
      status: (status) => STATUSES.some((known) => known === status),
    }),
  ),
  checksum: () => true,
});

function checksumOf(plan: Omit<PlanDocument, "checksum">): string {
  return createHash("sha256")
    .update(JSON.stringify([plan.version, plan.created, plan.salt, plan.files]))
    .digest("base64url");
}
