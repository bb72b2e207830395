import { createHmac } from "node:crypto";
import type { LockEntry } from "../../core/lock/lockEntries.js";
import type { PushRequest } from "../../core/push/pushTypes.js";
import { referenceKey } from "../../core/secrets/resolve.js";
import type { ValueDigests } from "../../core/secrets/valueDigests.js";
import { misuse } from "../exits.js";
import type { Io } from "../io.js";

/** In bytes. */
const MIN_KEY_LENGTH = 32;
/** With an odd number of digits, too: a damaged key is never read as base64. */
const HEX = /^[\da-f]+$/i;
const BASE64 = /^[\w+/-]+={0,2}$/;
/** The lock file has one digest for all values of a file, so that equal values of two references aren't seen. */
const ALL = "all";

/**
 * Makes digests of the values behind a file's references, with the key of `VAULTCONN_DIGEST_KEY`.
 * @returns undefined without the variable. The digests are empty if a value is only read while sending.
 * @throws ExitError if the key is too short or unreadable.
 */
export function valueDigester({ env }: Pick<Io, "env">): PushRequest["digestValues"] {
  // openssl wraps lines of base64.
  const text = env["VAULTCONN_DIGEST_KEY"]?.trim().replaceAll(/\r?\n/g, "") ?? "";
  if (text === "") return undefined;
  const key = HEX.test(text) ? Buffer.from(text, "hex") : BASE64.test(text) ? Buffer.from(text, "base64") : undefined;
  if (!key || key.length < MIN_KEY_LENGTH)
    throw misuse(
      "VAULTCONN_DIGEST_KEY must be at least 32 random bytes in hex or base64. To make one, run openssl rand -hex 32.",
    );
  const digest = (value: unknown) => createHmac("sha256", key).update(JSON.stringify(value)).digest("base64url");
  const mark = digest(["key"]).slice(0, 8);
  return (values, about) => {
    const all = values.map(({ reference, value }) => [referenceKey(reference), value] as const);
    const isComplete = all.length > 0 && all.every(([, value]) => value !== undefined);
    const sorted = all.toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Promise.resolve({ key: mark, of: isComplete ? { [ALL]: digest(["values", about, sorted]) } : {} });
  };
}

/** What the lock file keeps of a file's values. */
export function lockedValues(values: ValueDigests | undefined): Pick<LockEntry, "values" | "key"> {
  const digest = values?.of[ALL];
  return digest === undefined ? {} : { values: digest, key: values?.key };
}

/** @returns undefined without a key, or if the file has no references: then there's nothing to compare. */
export function compareLocked(
  { values, key }: Pick<LockEntry, "values" | "key">,
  current: ValueDigests | undefined,
  hasReferences: boolean,
): "same" | "replaced" | "notCompared" | undefined {
  if (!current || !hasReferences) return undefined;
  const digest = current.of[ALL];
  if (values === undefined || digest === undefined || key !== current.key) return "notCompared";
  return values === digest ? "same" : "replaced";
}
