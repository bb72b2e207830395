import { LARGEST_PAGE } from "../service/operations/page.js";
import type { ConnectionStore } from "./store.js";

/**
 * On which page of the list a connection was when it was loaded, which is where to look for it first.
 * @returns counted from 0, of `LARGEST_PAGE` records; undefined where it was not loaded.
 */
export function pageOf({ snapshot }: Pick<ConnectionStore, "snapshot">, id: string): number | undefined {
  const index = snapshot.connections.findIndex((connection) => connection.id === id);
  return index < 0 ? undefined : Math.floor(index / LARGEST_PAGE);
}
