import type { CallOptions } from "../service/calls/wait.js";
import type { Page } from "../service/operations/page.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** What the store knows of the connections of one tenant. */
export interface Snapshot {
  /** The connections read so far, each id once, in the order of the service. */
  readonly connections: readonly ConnectionRecord[];
  readonly total: number | undefined;
  /** Whether there is more to load. */
  readonly more: boolean;
  /** Whether the service has more than its list can give ("Limits": page). */
  readonly outOfReach: boolean;
  readonly loading: boolean;
  /** Whether what is being loaded is the next page. */
  readonly loadingMore: boolean;
  /** When the rows were last read, in milliseconds since the epoch; undefined before the first page. */
  readonly loadedAt: number | undefined;
  /** Why the last attempt to load failed; undefined after one that did not. */
  readonly failure: unknown;
}

/** Before anything is loaded. */
export const EMPTY: Snapshot = {
  connections: [],
  total: undefined,
  more: true,
  outOfReach: false,
  loading: false,
  loadingMore: false,
  loadedAt: undefined,
  failure: undefined,
};

/** Reads page `page`, counted from 0. Rejects with what the view then shows. */
export type ReadPage = (page: number, options: CallOptions) => Promise<Page>;

/** What is told of a load of everything, and what ends it with what has been read. */
export interface LoadAllOptions extends CallOptions {
  readonly signal: AbortSignal;
  /** Told how many have been read, and of how many where that is known. */
  readonly onProgress: (loaded: number, total: number | undefined) => void;
}

/** What a load that nobody asked for goes by. */
export interface FillOptions {
  /** Whether to read another page. */
  readonly goOn: () => boolean;
  /** Told of the seconds that the service's rate limit would have it wait, instead of which it ends. */
  readonly onPause: (seconds: number) => void;
}
