import pLimit from "p-limit";
import { isServiceError, StatusError, type ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { systemClock, type Clock } from "../service/calls/wait.js";
import { compareRecords, stateOf, type RecordState } from "./drift.js";
import { isClosed, readRecord, type ListService, type ReadOptions } from "./readRecord.js";
import type { ServiceClient } from "../service/client.js";
import type { JournalEntry } from "./journal.js";
import {
  AT_ONCE,
  callOptions,
  duringWork,
  conclude,
  tell,
  resultOf,
  type PushContext,
  type PushOptions,
  type PushResult,
  type PushResults,
  type EndedPush,
} from "./run.js";
import { createRedactor } from "../service/redaction/redact.js";
import type { Outcome } from "./outcome.js";

interface LostUpdate {
  readonly id: string;
  readonly before?: RecordState | undefined;
  readonly sentName?: string | undefined;
}

interface Seen {
  readonly record: ConnectionRecord;
  readonly page: number;
}

export type Verdict =
  /** The record changed and now has the name that was sent. */
  | ({ readonly kind: "applied" } & Seen)
  /** The record changed after sending, which someone else may have done. */
  | ({ readonly kind: "probablyApplied" } & Seen)
  /** The record is unchanged long enough after sending. */
  | ({ readonly kind: "notApplied" } & Seen)
  /** The record is unchanged or unreadable so far, and more attempts follow. */
  | ({ readonly kind: "pending" } & Unsettled)
  | ({ readonly kind: "unknown" } & (
      | Unsettled
      | {
          readonly why: "notKnownBefore" | "changedByOthers" | "stopped" | "pushedAgain" | "signedOut" | "withdrawn";
          readonly error?: undefined;
        }
    ));

interface Unsettled {
  readonly why: "unchanged" | "unreadable" | "notFound";
  readonly error?: ServiceError | undefined;
}

/** In milliseconds after the first attempt. A service may work on an update long after the answer was given up. */
export const VERIFY_DELAYS_MS: VerifyDelays = { now: [0, 2000], later: [10_000, 30_000, 60_000] };

export interface VerifyDelays {
  readonly now: readonly number[];
  readonly later: readonly number[];
}

interface VerifyOptions extends ReadOptions {
  readonly clock?: Clock | undefined;
  /** In milliseconds after `since`. */
  readonly delays?: readonly number[] | undefined;
  /** The time of the first attempt, by the clock's `elapsed`; now if not given. */
  readonly since?: number | undefined;
  readonly isCurrent?: (() => boolean) | undefined;
  /** After how many milliseconds since `since` an unchanged record proves that the update wasn't applied. */
  readonly provenAfter?: number | undefined;
}

/** Compares the record with how it was just before sending. Never rejects, sends nothing. */
async function verifyUpdate(service: ListService, lost: LostUpdate, options: VerifyOptions = {}): Promise<Verdict> {
  const { clock = systemClock, delays = VERIFY_DELAYS_MS.now, signal, provenAfter = Infinity } = options;
  const since = options.since ?? clock.elapsed();
  let last: Unsettled = { why: "unreadable" };
  for (const delay of delays) {
    try {
      const wait = since + delay - clock.elapsed();
      if (wait > 0) await clock.sleep(wait, signal);
      if (options.isCurrent?.() === false) return { kind: "unknown", why: "pushedAgain" };
      const read = await readRecord(service, lost.id, options);
      const verdict = read.found ? judge(lost, { record: read.record, page: read.page }) : undefined;
      if (verdict && (verdict.kind !== "notApplied" || delay >= provenAfter)) return verdict;
      last = { why: verdict ? "unchanged" : "notFound" };
    } catch (error) {
      if (signal?.aborted === true) return { kind: "unknown", why: "stopped" };
      last = { why: "unreadable", ...(isServiceError(error) && { error }) };
      if (last.error && isClosed(last.error)) return { kind: "unknown", why: "withdrawn" };
    }
  }
  return provenAfter === Infinity ? { kind: "pending", ...last } : { kind: "unknown", ...last };
}

function judge({ before, sentName }: LostUpdate, seen: Seen): Exclude<Verdict, { kind: "pending" }> {
  const drift = compareRecords(before, stateOf(seen.record));
  if (before === undefined || drift.kind === "unknown") return { kind: "unknown", why: "notKnownBefore" };
  if (drift.kind === "same") return { kind: "notApplied", ...seen };
  // Somebody else changed the record, before or after this push.
  if (sentName !== undefined && seen.record.name !== sentName) return { kind: "unknown", why: "changedByOthers" };
  return { kind: sentName !== undefined && before.name !== sentName ? "applied" : "probablyApplied", ...seen };
}

export interface LostPush extends EndedPush {
  readonly entry: JournalEntry;
  readonly service: ListService;
  readonly cause: ServiceError | undefined;
  readonly secrets: readonly string[];
}

export interface VerifiedPush {
  readonly result: PushResult;
  /** The outcome of a pending push; undefined if another push or verification took its place. */
  readonly later?: Promise<PushResult | undefined> | undefined;
}

/**
 * Finds out whether a push whose answer was lost took effect. Continues in the background if that isn't clear at once.
 * Sends nothing.
 */
export async function verifyPush(
  push: LostPush,
  context: PushContext,
  options: PushOptions = {},
): Promise<VerifiedPush> {
  const { entry } = push;
  const { journal } = context;
  const since = (context.clock ?? systemClock).elapsed();
  // An earlier push's effect can't be told from a later one's, which may begin while the record is read.
  const isLast = () => journal.lastTo(entry)?.push === entry.push;
  const overtaken = async () => ({
    result: await conclude(push, lost(push, { kind: "unknown", why: "pushedAgain" }), context),
  });
  if (!isLast()) return overtaken();
  const bounds = {
    ...callOptions(entry.tenantName, { ...options, signal: options.stopVerifying }),
    delays: (context.delays ?? VERIFY_DELAYS_MS).now,
    since,
  };
  const verdict = await duringWork(context, entry, "checking", () => look(push, context, bounds));
  // Another verification was faster and has stored its result.
  if (journal.hasEnded(entry)) return { result: resultOf(push, lost(push, verdict)) };
  if (!isLast()) return overtaken();
  const later = verdict.kind === "pending" ? verifyLater(push, since, context) : undefined;
  return { result: await conclude(push, lost(push, verdict), context), later };
}

/** Runs until another verification or push replaces it. */
async function verifyLater(push: LostPush, since: number, context: PushContext): Promise<PushResult | undefined> {
  const delays = (context.delays ?? VERIFY_DELAYS_MS).later;
  const { isCurrent, stop } = context.journal.verifying(push.entry);
  const verdict = await look(push, context, {
    signal: context.closed,
    delays,
    since,
    provenAfter: delays.at(-1),
    isCurrent,
  });
  if (context.closed?.aborted === true) return undefined;
  if (isCurrent()) return conclude(push, lost(push, verdict), context);
  stop();
  await tell(context, { kind: "left", entry: push.entry });
  return undefined;
}

function lost({ cause }: LostPush, verdict: Verdict): Outcome {
  return { ...verdict, cause };
}

async function look({ service, entry, secrets }: LostPush, context: PushContext, options: VerifyOptions) {
  const { clock, pageLimit: limit } = context;
  return redactVerdict(await verifyUpdate(service, entry, { page: entry.page, limit, clock, ...options }), secrets);
}

type ServiceOf = (origin: string) => (ListService & Partial<Pick<ServiceClient, "keepSecret">>) | undefined;

/** Any answer of a tenant may quote what an earlier window sent as credentials. */
export async function keepSecrets(
  entries: readonly JournalEntry[],
  serviceOf: ServiceOf,
  { secretsOf }: Pick<PushContext, "secretsOf">,
): Promise<ReadonlyMap<JournalEntry, readonly string[]>> {
  const sent = await pLimit(AT_ONCE).map(entries, async (entry) => [entry, (await secretsOf?.(entry)) ?? []] as const);
  for (const origin of new Set(entries.map((entry) => entry.origin))) {
    const ofOrigin = sent.flatMap(([entry, secrets]) => (entry.origin === origin ? secrets : []));
    serviceOf(origin)?.keepSecret?.(ofOrigin);
  }
  return new Map(sent);
}

/** Finds out how pushes ended that an earlier window left open. Sends nothing. */
export async function checkSentPushes(
  entries: readonly JournalEntry[],
  serviceOf: ServiceOf,
  context: PushContext,
  options: PushOptions = {},
): Promise<PushResults> {
  const secrets = await keepSecrets(entries, serviceOf, context);
  const checked = await pLimit(AT_ONCE).map(entries, async (entry): Promise<VerifiedPush> => {
    const service = serviceOf(entry.origin);
    if (!service)
      return { result: resultOf({ subject: entry }, { kind: "unknown", why: "signedOut", cause: undefined }) };
    const push = { subject: entry, entry, service, cause: undefined, secrets: secrets.get(entry) ?? [] };
    return verifyPush(push, context, options);
  });
  return resultsFrom(checked);
}

export function resultsFrom(verified: readonly VerifiedPush[]): PushResults {
  const later = verified.flatMap((push) => push.later ?? []);
  return {
    results: verified.map(({ result }) => result),
    ...(later.length > 0 && { later: Promise.all(later).then((settled) => settled.flatMap((result) => result ?? [])) }),
  };
}

/** The list may quote a credential that was just sent. */
function redactVerdict(verdict: Verdict, secrets: readonly string[]): Verdict {
  if ("record" in verdict) return { ...verdict, record: withoutSecrets(verdict.record, secrets) };
  return verdict.error ? { ...verdict, error: redacted(verdict.error, secrets) } : verdict;
}

/** A service may derive the account's name from credentials. The connection's name is sent to be seen, so it stays. */
export function withoutSecrets(record: ConnectionRecord, secrets: readonly string[]): ConnectionRecord {
  const { account_name } = record;
  const reveals = account_name !== undefined && createRedactor(secrets).reveals(account_name);
  return reveals ? { ...record, account_name: undefined } : record;
}

/** The client redacts only its latest updates, and others may push meanwhile. */
export function redacted(error: ServiceError, secrets: readonly string[]): ServiceError {
  if (!(error instanceof StatusError)) return error;
  const { kind, status, operation, host, sent, said, property } = error;
  const redactor = createRedactor(secrets);
  return new StatusError(
    kind,
    status,
    { operation, host, sent },
    said === undefined ? undefined : redactor.redact(said),
    property !== undefined && redactor.reveals(property) ? undefined : property,
  );
}
