import type { Page } from "../service/operations/page.js";
import type { CallOptions, OnWait } from "../service/calls/wait.js";

/** Reads page `page`, counted from 0. Rejects with what the view then shows. */
export type ReadPage = (page: number, options: CallOptions) => Promise<Page>;

/** What is told of a load from the first page on. */
export interface ListOptions extends CallOptions {
  /** Told how many have been read, and of how many where that is known. */
  readonly onProgress?: (loaded: number, total: number | undefined) => void;
}

/** What is told of a load of everything, and what ends it with what has been read. */
export type LoadAllOptions = Required<Pick<ListOptions, "signal" | "onProgress">> & ListOptions;

/** What a load that nobody asked for goes by. */
export interface FillOptions {
  /** Whether to read another page. */
  readonly goOn: () => boolean;
  /** Told of the seconds that the service's rate limit would have it wait, instead of which it ends. */
  readonly onPause: (seconds: number) => void;
}

/** The reason of a signal that a person aborted, who is told that the load did not succeed. */
export const STOPPED = Symbol("stopped");
/** The reason of a signal that is aborted rather than wait: what has been read stays, and nobody is told. */
export const PAUSED = Symbol("paused");

/** The pages that are read on, one after the other. */
export interface MorePages {
  readonly count: number;
  readonly goOn?: () => boolean;
  readonly onWait?: OnWait;
}

/** Whether nobody wants the outcome of a load any more. */
export function isAbandoned(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason !== STOPPED && signal.reason !== PAUSED;
}
