import type { InspectResult } from "../../../server/protocol/messages.js";
import { entryAfter, markOf } from "../../core/lock/lockEntry.js";
import type { PushResult } from "../../core/push/run.js";
import type { LockKeeper } from "../state/lockKeeper.js";

/** The variant a file asks for, where it still asks for what was sent. */
export type VariantOf = (file: string, digest: string) => InspectResult["variant"];

/** Writes into the lock file what certainly took effect, before the journal forgets that it was in progress. */
export function keepInLock(lock: LockKeeper, variantOf: VariantOf): (result: PushResult) => Promise<void> {
  return async ({ entry, outcome }) => {
    if (entry?.digest === undefined || (outcome.kind !== "done" && outcome.kind !== "applied")) return;
    const tenant = new URL(entry.origin).host;
    const mark = markOf(outcome.record);
    if (mark.fingerprint === "" && mark.updated_at === "") return;
    const replaced = lock.get(tenant, entry.id);
    const variant = variantOf(entry.file, entry.digest) ?? replaced?.variant;
    const left = { tenant, id: entry.id, ...mark, variant, digest: entry.digest };
    await lock.put(entryAfter(left, entry.before, replaced));
  };
}
