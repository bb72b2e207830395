import type { CallOptions, Clock } from "../service/calls/wait.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { ActivePushes, FileActivities, FileActivity } from "./activePushes.js";
import type { CheckedPush, Choice, Conflict } from "./check.js";
import type { PushHistory } from "./history.js";
import type { JournalEntry, PushJournal } from "./journal.js";
import type { Outcome } from "./outcome.js";
import type { PlannedFile } from "./plan.js";
import type { SearchProgress } from "./readRecord.js";
import type { PushRequest, PushSubject } from "./request.js";
import type { VerifyDelays } from "./verify.js";

/** So many pushes are checked, sent or looked into at once. The client keeps all of them within the service's rate limit. */
export const AT_ONCE = 4;

/** What pushes share. */
export interface PushContext {
  readonly journal: PushJournal;
  readonly history: PushHistory;
  readonly active: ActivePushes;
  /** Told what is being done about files. */
  readonly activities?: FileActivities | undefined;
  /** Keeps what must be known before the journal forgets that a push was in progress. Never rejects. */
  readonly keep?: ((result: PushResult) => Promise<void>) | undefined;
  /** Takes what is known now over to rows and files. Never rejects. */
  readonly remember?: ((result: PushResult) => Promise<void>) | undefined;
  /** What an earlier window may have sent as credentials, as far as the file still tells. Never rejects. */
  readonly secretsOf?: ((sent: JournalEntry) => Promise<readonly string[]>) | undefined;
  /** Shown a record that is not what was known of it, before anybody is asked about it. */
  readonly onDrift?: ((origin: string, record: ConnectionRecord) => void) | undefined;
  /** Ends the looks in the background. */
  readonly closed?: AbortSignal | undefined;
  readonly clock?: Clock | undefined;
  /** How many pages are read at most to find a record. */
  readonly pageLimit?: number | undefined;
  /** When a record is looked at after a lost answer, if not as `VERIFY_DELAYS_MS` says. */
  readonly delays?: VerifyDelays | undefined;
}

/** The person who decides about pushes. */
export interface Person {
  /** Decides about each conflict. @param total how many pushes there are in all. */
  decide(conflicts: readonly Conflict[], total: number, options: PushOptions): Promise<readonly Choice[]>;
  /** Shows what is sent and where, and what is left out, until the signal ends it. @returns whether it may be sent. */
  confirm(pushes: readonly CheckedPush[], left: readonly PushResult[], options: PushOptions): Promise<boolean>;
}

/** What pushes are at. */
export type PushStage = "checking" | "reviewing" | "comparing" | "sending" | "verifying";

/** How far pushes have come. */
export interface PushProgress {
  readonly stage: PushStage;
  /** How many have passed this stage, and how many of those failed at it. */
  readonly ended: number;
  readonly failed: number;
  readonly total: number;
  /** Why `verifying` is needed, as far as that is known. */
  readonly cause?: ServiceError | undefined;
}

/** What is told of pushes, and what ends them. */
export interface PushOptions {
  /** Ends pushes: before sending without a trace, afterwards by giving the answer up. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the looks at the record after lost answers. */
  readonly stopVerifying?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PushProgress) => void) | undefined;
  /** Told how long a tenant makes a push wait, as in `OnWait`. */
  readonly onWait?: ((seconds: number, tenant: string) => void) | undefined;
  /** Told while a record is looked for. */
  readonly onSearch?: ((progress: SearchProgress) => void) | undefined;
}

/** How one push ended. */
export interface PushResult {
  readonly subject: PushSubject;
  readonly outcome: Outcome;
  /** What was asked for; undefined for a push of an earlier window. */
  readonly request?: PushRequest | undefined;
  /** What was sent, as the file writes it; undefined where nothing was, or an earlier window did. */
  readonly written?: PlannedFile | undefined;
  /** The note of a push that was sent. */
  readonly entry?: JournalEntry | undefined;
}

/** How pushes ended, in the order they were given. */
export interface PushResults {
  readonly results: readonly PushResult[];
  /** Those among them that are `pending`, once they are settled, a minute later at most; undefined where none is. */
  readonly later?: Promise<readonly PushResult[]> | undefined;
}

declare const confirmed: unique symbol;

/** A push a person has said yes to. Only the review makes it, and only such a push can be sent. */
export type ConfirmedPush = CheckedPush & { readonly [confirmed]: true };

/** What every stage works with. */
export interface Run {
  readonly person: Person;
  readonly context: PushContext;
  readonly options: PushOptions;
  readonly total: number;
}

/** Does some work of a push, which stands at its file as what is being done about it. */
export function duringWork<Result>(
  { activities }: Pick<PushContext, "activities">,
  { file }: Pick<PushSubject, "file">,
  activity: FileActivity,
  work: () => Promise<Result>,
): Promise<Result> {
  return activities ? activities.during(file, activity, work) : work();
}

/** What is told of the requests of a push, and what ends them. */
export function callOptions(tenant: string, { signal, onWait }: PushOptions): CallOptions {
  return { signal, onWait: (seconds) => onWait?.(seconds, tenant) };
}
