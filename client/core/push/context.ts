import type { OnProvider, ReaderOptions } from "../secrets/providers/reader.js";
import type { ReadProvider } from "../secrets/sources.js";
import type { CallOptions, Clock } from "../service/calls/wait.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { CheckedPush, DriftedPush, JournalEntry, PushListener, PushResult } from "./pushTypes.js";
import { type ActivePushes } from "./state/activePushes.js";
import { type PushJournal } from "./state/journal.js";

/** Pushes that are checked, sent or verified at once. The client keeps them within the rate limit. */
export const MAX_CONCURRENT_PUSHES = 4;

/** What a host gives to all its pushes. */
export interface PushContext {
  readonly journal: PushJournal;
  readonly active: ActivePushes;
  /**
   * Called one after the other for each event. The order matters: a listener comes before the journal if it must finish
   * before the journal drops the push. The history comes after it, so that a window that ends in between leaves a
   * trace.
   */
  readonly listeners: readonly PushListener[];
  /** Returns credentials that an earlier window may have sent, if the file still has them. Never rejects. */
  readonly secretsOf?: ((sent: JournalEntry) => Promise<readonly string[]>) | undefined;
  /** Creates the reader of providers for a run. Without it, providers have no values. */
  readonly providers?: ((options: ReaderOptions) => ReadProvider) | undefined;
  readonly closed?: AbortSignal | undefined;
  /** As in `FindOptions`. */
  readonly searchesAll?: boolean | undefined;
  /** Only tests set it. */
  readonly clock?: Clock | undefined;
}

export type DriftDecision = "push" | "skip" | "compare";

export type DriftedPushes = readonly [DriftedPush, ...DriftedPush[]];

export interface PushApprover {
  /** Decides about each connection that changed. @returns undefined to cancel all pushes. */
  decideDrift(drifted: DriftedPushes, options: PushOptions): Promise<readonly DriftDecision[] | undefined>;
  /** Shows what will be sent and skipped, until the signal aborts. @returns whether to send. */
  confirm(pushes: readonly CheckedPush[], skipped: readonly PushResult[], options: PushOptions): Promise<boolean>;
}

export type PushStage = "checking" | "reviewing" | "comparing" | "sending" | "verifying";

export interface PushProgress {
  readonly stage: PushStage;
  readonly ended: number;
  readonly failed: number;
  readonly total: number;
  readonly cause?: ServiceError | undefined;
}

export interface PushOptions {
  /** Before sending, cancels the push; afterwards, stops waiting for the response. */
  readonly signal?: AbortSignal | undefined;
  readonly stopVerifying?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PushProgress) => void) | undefined;
  /** Called with the seconds that a tenant makes a push wait, as in `OnWait`. */
  readonly onWait?: ((seconds: number, tenant: string) => void) | undefined;
  /** Called with the number of pages that were read in search of a connection. */
  readonly onSearch?: ((pages: number) => void) | undefined;
  readonly onProvider?: OnProvider | undefined;
}

/** One call of `executePushes`. */
export interface Run {
  readonly approver: PushApprover;
  readonly context: PushContext;
  readonly options: PushOptions;
  readonly total: number;
}

export function callOptions(tenant: string, { signal, onWait }: PushOptions): CallOptions {
  return { signal, onWait: (seconds) => onWait?.(seconds, tenant) };
}
