import { createHash } from "node:crypto";
import type { LockEntry } from "../../../client/core/lock/lockFile.js";

/** A line of a lock file. @param revision another one for each push */
export function entryOf(number: number, revision = 0): LockEntry {
  const hash = createHash("sha256").update(`${number} ${revision}`).digest("base64url");
  return {
    tenant: `tenant${number % 3}.example.com`,
    id: `ac_${number}`,
    fingerprint: hash.slice(0, 20),
    updated_at: new Date(1_700_000_000_000 + revision).toISOString(),
    ...(number % 2 === 0 && { variant: (number % 16) + 1 }),
    digest: hash.slice(0, 43),
  };
}
