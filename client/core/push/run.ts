import type { CallOptions, Clock } from "../service/calls/wait.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { sanitizeText } from "../text/sanitizeText.js";
import type { ActivePushes, FileActivity } from "./activePushes.js";
import type { CheckedPush, Choice, Conflict } from "./check.js";
import type { JournalEntry, PushJournal } from "./journal.js";
import type { Outcome } from "./outcome.js";
import { messageFor, type OutcomeMessage } from "./outcomes.js";
import type { PlannedFile } from "./plan.js";
import type { SearchProgress } from "./readRecord.js";
import type { PushRequest, PushSubject } from "./request.js";
import type { VerifyDelays } from "./verify.js";

/** So many pushes are checked, sent or looked into at once. The client keeps all of them within the service's rate limit. */
export const AT_ONCE = 4;

export type PushEvent =
  /** Work on a file begins, or ends. */
  | { readonly kind: "begins" | "ends"; readonly file: string; readonly activity: FileActivity }
  /** A record is not what was known of it; told before anybody is asked about it. */
  | { readonly kind: "drifted"; readonly origin: string; readonly record: ConnectionRecord }
  | { readonly kind: "ended"; readonly result: PushResult }
  /** Nobody looks any more at a push whose outcome is not known. */
  | { readonly kind: "left"; readonly entry: JournalEntry };

/** Hears of pushes. Never rejects: a push is not less done for not being noted. */
export type PushListener = (event: PushEvent) => Promise<void> | void;

/** A listener that only hears how pushes end. */
export function whenEnded(hear: (result: PushResult) => Promise<void> | void): PushListener {
  return (event) => (event.kind === "ended" ? hear(event.result) : undefined);
}

export interface PushContext {
  readonly journal: PushJournal;
  readonly active: ActivePushes;
  /**
   * Told of each event one after the other. The order matters: what must be known before the journal forgets a push
   * comes before it, and the history after it, so that a window that ends in between leaves a trace.
   */
  readonly listeners: readonly PushListener[];
  /** What an earlier window may have sent as credentials, as far as the file still tells. Never rejects. */
  readonly secretsOf?: ((sent: JournalEntry) => Promise<readonly string[]>) | undefined;
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

export type PushStage = "checking" | "reviewing" | "comparing" | "sending" | "verifying";

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

export interface EndedPush {
  readonly subject: PushSubject;
  /** What was asked for; undefined for a push of an earlier window. */
  readonly request?: PushRequest | undefined;
  /** What was sent, as the file writes it; undefined where nothing was, or an earlier window did. */
  readonly written?: PlannedFile | undefined;
  readonly entry?: JournalEntry | undefined;
}

export interface PushResult extends EndedPush {
  readonly outcome: Outcome;
  readonly message: OutcomeMessage;
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

export interface Run {
  readonly person: Person;
  readonly context: PushContext;
  readonly options: PushOptions;
  readonly total: number;
}

/** Says how a push ended. */
export function resultOf({ subject, request, written, entry }: EndedPush, outcome: Outcome): PushResult {
  const { tenantName: tenant, connection, sentName } = subject;
  const file = sanitizeText(decodeURIComponent(subject.file.split("/").at(-1) ?? ""));
  const message = messageFor(outcome, { tenant, connection, sentName, file, now: Date.now() });
  return { subject, request, written, entry, outcome, message };
}

/** Tells all who listen how a push ended. @returns the same, of the file where it is now. */
export async function conclude(push: EndedPush, outcome: Outcome, context: PushContext): Promise<PushResult> {
  const entry = push.entry && context.journal.asNow(push.entry);
  const subject = entry ? { ...push.subject, file: entry.file } : push.subject;
  const result = resultOf({ ...push, entry, subject }, outcome);
  await tell(context, { kind: "ended", result });
  return result;
}

/** Tells all who listen of an event, one after the other. */
export async function tell({ listeners }: Pick<PushContext, "listeners">, event: PushEvent): Promise<void> {
  for (const hear of listeners) await hear(event);
}

/** Does some work of a push, which stands at its file as what is being done about it. */
export async function duringWork<Result>(
  context: Pick<PushContext, "listeners">,
  { file }: Pick<PushSubject, "file">,
  activity: FileActivity,
  work: () => Promise<Result>,
): Promise<Result> {
  await tell(context, { kind: "begins", file, activity });
  try {
    return await work();
  } finally {
    await tell(context, { kind: "ends", file, activity });
  }
}

/** What is told of the requests of a push, and what ends them. */
export function callOptions(tenant: string, { signal, onWait }: PushOptions): CallOptions {
  return { signal, onWait: (seconds) => onWait?.(seconds, tenant) };
}
