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
  /** The record just before sending; undefined where it is not known. */
  readonly before?: RecordState | undefined;
  readonly sentName?: string | undefined;
}

interface Seen {
  readonly record: ConnectionRecord;
  readonly page: number;
}

/** Whether an update whose answer was lost took effect. */
export type Verdict =
  /** The record changed, and has the name that was sent, which it did not have before. */
  | ({ readonly kind: "applied" } & Seen)
  /** The record changed after sending. Someone else's change looks the same. */
  | ({ readonly kind: "probablyApplied" } & Seen)
  /** The record is as it was, long enough after sending. */
  | ({ readonly kind: "notApplied" } & Seen)
  /** The record is as it was, or could not be read, so far. Looks are left. */
  | ({ readonly kind: "pending" } & Unsettled)
  | ({ readonly kind: "unknown" } & (
      | Unsettled
      | {
          readonly why: "notKnownBefore" | "changedByOthers" | "stopped" | "pushedAgain" | "signedOut" | "withdrawn";
          readonly error?: undefined;
        }
    ));

/** Why a look at the record settles nothing. */
interface Unsettled {
  readonly why: "unchanged" | "unreadable" | "notFound";
  readonly error?: ServiceError | undefined;
}

/**
 * When the record is looked at after a lost answer, in milliseconds after the first look: at once, while the person
 * waits; and in the background, since a service may still be working on an update long after its answer was given up.
 */
export const VERIFY_DELAYS_MS: VerifyDelays = { now: [0, 2000], later: [10_000, 30_000, 60_000] };

/** When to look while somebody waits, and afterwards, in milliseconds after the first look. */
export interface VerifyDelays {
  readonly now: readonly number[];
  readonly later: readonly number[];
}

interface VerifyOptions extends ReadOptions {
  readonly clock?: Clock | undefined;
  /** When to look, in milliseconds after `since`. */
  readonly delays?: readonly number[] | undefined;
  /** The moment of the first look, by the clock's `elapsed`; now if not given. */
  readonly since?: number | undefined;
  /** Whether the looks that are left are still wanted. */
  readonly isCurrent?: (() => boolean) | undefined;
  /** From which look on an unchanged record is proof, in milliseconds after `since`. If not given, looks are left after these. */
  readonly provenAfter?: number | undefined;
}

/**
 * Finds out whether an update took effect, by reading the record again and comparing it with how it was just before
 * sending. A look that fails leaves the others. Never rejects, sends nothing.
 */
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

/** What one look tells. */
function judge({ before, sentName }: LostUpdate, seen: Seen): Exclude<Verdict, { kind: "pending" }> {
  const drift = compareRecords(before, stateOf(seen.record));
  if (before === undefined || drift.kind === "unknown") return { kind: "unknown", why: "notKnownBefore" };
  if (drift.kind === "same") return { kind: "notApplied", ...seen };
  // Another name than the one that was sent is not ours: somebody else changed the record, before or after this push.
  if (sentName !== undefined && seen.record.name !== sentName) return { kind: "unknown", why: "changedByOthers" };
  return { kind: sentName !== undefined && before.name !== sentName ? "applied" : "probablyApplied", ...seen };
}

export interface LostPush extends EndedPush {
  readonly entry: JournalEntry;
  readonly service: ListService;
  readonly cause: ServiceError | undefined;
  /** What was sent as a credential, as far as it is still known. */
  readonly secrets: readonly string[];
}

/** How one push ended, and what comes later of it. */
export interface VerifiedPush {
  readonly result: PushResult;
  /** How it ended, where that was not known at first; undefined where another push or look took its place. */
  readonly later?: Promise<PushResult | undefined> | undefined;
}

/**
 * Finds out whether a push took effect whose answer was lost. Where that cannot be told yet, it is looked at again in
 * the background. Sends nothing.
 */
export async function verifyPush(
  push: LostPush,
  context: PushContext,
  options: PushOptions = {},
): Promise<VerifiedPush> {
  const { entry } = push;
  const { journal } = context;
  const since = (context.clock ?? systemClock).elapsed();
  // What an earlier push did cannot be told from what a later one did, which may also be made while the record is read.
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
  // Another look was sooner, and has kept what it saw.
  if (journal.hasEnded(entry)) return { result: resultOf(push, lost(push, verdict)) };
  if (!isLast()) return overtaken();
  const later = verdict.kind === "pending" ? verifyLater(push, since, context) : undefined;
  return { result: await conclude(push, lost(push, verdict), context), later };
}

/** Looks on without anybody waiting for it. Whoever looks or pushes next takes its place. */
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

/** The service of a tenant by its origin; undefined where the tenant is gone or signed out. */
type ServiceOf = (origin: string) => (ListService & Partial<Pick<ServiceClient, "keepSecret">>) | undefined;

/**
 * Has services keep out of all that is said of them what pushes of an earlier window sent as credentials, as far as it
 * is still known: whatever is read of a tenant may quote each of them.
 */
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

/**
 * Finds out how pushes ended that an earlier window was in the middle of, or whose outcome could not be found out then.
 * Sends nothing.
 */
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

/** Puts together how pushes ended, and what comes later of them. */
export function resultsFrom(verified: readonly VerifiedPush[]): PushResults {
  const later = verified.flatMap((push) => push.later ?? []);
  return {
    results: verified.map(({ result }) => result),
    ...(later.length > 0 && { later: Promise.all(later).then((settled) => settled.flatMap((result) => result ?? [])) }),
  };
}

/** A verdict without what was just sent as a credential: whatever the list says afterwards may quote it. */
function redactVerdict(verdict: Verdict, secrets: readonly string[]): Verdict {
  if ("record" in verdict) return { ...verdict, record: withoutSecrets(verdict.record, secrets) };
  return verdict.error ? { ...verdict, error: redacted(verdict.error, secrets) } : verdict;
}

/**
 * A record without what was just sent as a credential: a service may make the account's name from it. The name is left
 * as it is, for it is sent to be seen.
 */
export function withoutSecrets(record: ConnectionRecord, secrets: readonly string[]): ConnectionRecord {
  const { account_name } = record;
  const reveals = account_name !== undefined && createRedactor(secrets).reveals(account_name);
  return reveals ? { ...record, account_name: undefined } : record;
}

/** Whoever else pushes meanwhile, and however much: the client remembers so much of its latest updates and no more. */
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
