import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectionKey, type ConnectionKey } from "../connections/connectionKey.js";
import { acquire, keepAlive } from "../storage/processMutex.js";
import type { OnProvider, ReaderOptions } from "../secrets/providers/reader.js";
import type { ReadProvider } from "../secrets/sources.js";
import type { CallOptions, Clock } from "../service/calls/wait.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { FileActivity } from "./fileActivities.js";
import type { CheckedPush, DriftedPushes } from "./check.js";
import type { JournalEntry, PushJournal } from "./state/journal.js";
import type { Outcome } from "./outcome.js";
import { messageFor, type OutcomeMessage, quoted } from "./outcomes.js";
import type { PlannedFile } from "./plan.js";
import { subjectOf, type PushRequest, type PushTarget } from "./request.js";
import type { VerifyDelays } from "./verify.js";

/** Pushes that are checked, sent or verified at once. The client keeps them within the rate limit. */
export const MAX_CONCURRENT_PUSHES = 4;

/** Pushes in progress that aren't recorded yet. Fewer than the journal keeps. */
export const MAX_UNRECORDED_PUSHES = 64;

export type PushEvent =
  | { readonly kind: "begins" | "ends"; readonly file: string; readonly activity: FileActivity }
  /** A record has drifted. Emitted before the user decides. */
  | { readonly kind: "drifted"; readonly origin: string; readonly record: ConnectionRecord }
  | { readonly kind: "ended"; readonly result: PushResult }
  /** The verification of a push ended without an outcome. */
  | { readonly kind: "abandoned"; readonly entry: JournalEntry };

/** Mustn't reject, because a failure to record doesn't undo the push. */
export type PushListener = (event: PushEvent) => Promise<void> | void;

export function whenEnded(listener: (result: PushResult) => Promise<void> | void): PushListener {
  return (event) => (event.kind === "ended" ? listener(event.result) : undefined);
}

export class ActivePushes {
  readonly #keys = new Set<string>();
  readonly #folder: string | undefined;

  /** @param folder where windows on this machine record that they're sending; without it, ignores other windows. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Skips requests for connections that already have a push. */
  begin(requests: readonly PushRequest[]): { readonly begun: readonly PushRequest[]; readonly end: () => void } {
    const begun = requests.filter((request) => {
      const key = connectionKey(subjectOf(request));
      return this.#keys.has(key) ? false : this.#keys.add(key);
    });
    const end = () => {
      for (const request of begun) this.#keys.delete(connectionKey(subjectOf(request)));
    };
    return { begun, end };
  }

  /** @returns a function to call after sending; undefined if another window is sending. @throws a file system error. */
  async beginSending(connection: ConnectionKey): Promise<(() => Promise<void>) | undefined> {
    if (this.#folder === undefined) return () => Promise.resolve();
    await mkdir(this.#folder, { recursive: true });
    const name = createHash("sha256").update(connectionKey(connection)).digest("hex").slice(0, 16);
    const holder = await acquire(join(this.#folder, `${name}-`), 0);
    return typeof holder === "string" ? undefined : keepAlive(holder).release;
  }

  async isSentElsewhere(connection: ConnectionKey): Promise<boolean> {
    const end = await this.beginSending(connection);
    await end?.();
    return end === undefined;
  }
}

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
  readonly clock?: Clock | undefined;
  readonly pageLimit?: number | undefined;
  /** Overrides `VERIFY_DELAYS_MS`. */
  readonly delays?: VerifyDelays | undefined;
}

export type DriftDecision = "push" | "skip" | "compare";

export interface PushApprover {
  /** Chooses one of the files that update the same connection. @returns undefined to cancel all pushes. */
  chooseFile(requests: readonly PushRequest[], options: PushOptions): Promise<PushRequest | "none" | undefined>;
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

export interface EndedPush {
  readonly subject: PushTarget;
  /** Undefined for a push of an earlier window. */
  readonly request?: PushRequest | undefined;
  readonly written?: PlannedFile | undefined;
  readonly entry?: JournalEntry | undefined;
}

export interface PushResult extends EndedPush {
  readonly outcome: Outcome;
  readonly message: OutcomeMessage;
}

/** In the order of the requests. */
export interface PushResults {
  readonly results: readonly PushResult[];
  /** Settles results that are being checked within a minute. */
  readonly later?: Promise<readonly PushResult[]> | undefined;
}

export interface VerifiedPush {
  readonly result: PushResult;
  /** The outcome of a push that's being checked; undefined if another push or verification replaced it. */
  readonly later?: Promise<PushResult | undefined> | undefined;
}

declare const confirmed: unique symbol;

/** A push that passed the review. Only these can be sent. */
export type ConfirmedPush = CheckedPush & { readonly [confirmed]: true };

export interface Run {
  readonly approver: PushApprover;
  readonly context: PushContext;
  readonly options: PushOptions;
  readonly total: number;
}

export function resultOf({ subject, request, written, entry }: EndedPush, outcome: Outcome): PushResult {
  const { tenantName: tenant, id, sentName } = subject;
  const connection = subject.connection === id ? id : quoted(subject.connection);
  const message = messageFor(outcome, { tenant, connection, sentName });
  return { subject, request, written, entry, outcome, message };
}

export async function conclude(push: EndedPush, outcome: Outcome, context: PushContext): Promise<PushResult> {
  const entry = push.entry && context.journal.asNow(push.entry);
  const subject = entry ? { ...push.subject, file: entry.file } : push.subject;
  const result = resultOf({ ...push, entry, subject }, outcome);
  await notify(context, { kind: "ended", result });
  return result;
}

export function resultsFrom(verified: readonly VerifiedPush[]): PushResults {
  const later = verified.flatMap((push) => push.later ?? []);
  return {
    results: verified.map(({ result }) => result),
    ...(later.length > 0 && { later: Promise.all(later).then((settled) => settled.flatMap((result) => result ?? [])) }),
  };
}

export async function notify({ listeners }: Pick<PushContext, "listeners">, event: PushEvent): Promise<void> {
  for (const listener of listeners) await listener(event);
}

export async function duringWork<Result>(
  context: Pick<PushContext, "listeners">,
  { file }: Pick<PushTarget, "file">,
  activity: FileActivity,
  work: () => Promise<Result>,
): Promise<Result> {
  await notify(context, { kind: "begins", file, activity });
  try {
    return await work();
  } finally {
    await notify(context, { kind: "ends", file, activity });
  }
}

export function callOptions(tenant: string, { signal, onWait }: PushOptions): CallOptions {
  return { signal, onWait: (seconds) => onWait?.(seconds, tenant) };
}
