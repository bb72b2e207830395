import type { ConnectionStore } from "./store.js";

/** Whether rows are old enough to be read again. @param minutes 0 for never. @param now milliseconds since the epoch. */
export function isStale({ snapshot }: ConnectionStore, minutes: number, now: number): boolean {
  const { loadedAt, loading } = snapshot;
  return minutes > 0 && !loading && loadedAt !== undefined && now - loadedAt > minutes * 60_000;
}
