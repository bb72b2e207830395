import type { CallOptions } from "../service/calls/wait.js";
import type { Page } from "../service/operations/page.js";
import type { ConnectionRecord } from "../service/operations/records.js";

export interface Snapshot {
  readonly connections: readonly ConnectionRecord[];
  readonly total: number | undefined;
  readonly more: boolean;
  /** Whether the service has more than its list can return ("Limits": page). */
  readonly outOfReach: boolean;
  readonly loading: boolean;
  readonly loadingMore: boolean;
  /** When rows were last read, in milliseconds since the epoch; undefined before the first page. */
  readonly loadedAt: number | undefined;
  readonly failure: unknown;
}

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

/** @param page counted from 0. */
export type ReadPage = (page: number, options: CallOptions) => Promise<Page>;

export interface LoadAllOptions extends CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (loaded: number, total: number | undefined) => void;
}

export interface FillOptions {
  readonly goOn: () => boolean;
  /** Called with the seconds that the rate limit requires; the load then ends instead of waiting. */
  readonly onPause: (seconds: number) => void;
}
