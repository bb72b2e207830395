import { isDeepStrictEqual } from "node:util";
import type { ConnectionRecord } from "../service/operations/records.js";

/** What a change of a store's snapshot changed. */
export interface StoreChange {
  /** The connections whose records say something else now, as they are now. */
  readonly records: readonly ConnectionRecord[];
  /** Whether connections came or went. */
  readonly members: boolean;
}

/**
 * Puts what was read in the place of what is known. A record that says the same
 * stays the very object it was, and so does the list where nothing is new.
 */
export function merge(
  known: readonly ConnectionRecord[],
  read: readonly ConnectionRecord[],
): { readonly connections: readonly ConnectionRecord[]; readonly change: StoreChange } {
  if (known === read) return { connections: known, change: { records: [], members: false } };
  const byId = new Map(known.map((record) => [record.id, record]));
  const records: ConnectionRecord[] = [];
  let kept = 0;
  const connections = read.map((record) => {
    const before = byId.get(record.id);
    if (!before) return record;
    kept += 1;
    if (isDeepStrictEqual(before, record)) return before;
    records.push(record);
    return record;
  });
  const members = kept < read.length || kept < known.length;
  const same = !members && records.length === 0 && connections.every((record, index) => record === known[index]);
  return { connections: same ? known : connections, change: { records, members } };
}
