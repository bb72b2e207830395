import pLimit from "p-limit";
import { isServiceError, serviceError, type ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import { systemClock, type CallOptions } from "../service/calls/wait.js";
import { compareRecords, stateOf } from "./compareRecords.js";
import { MAX_CONCURRENT_PUSHES, type PushContext, type PushOptions, callOptions } from "./context.js";
import {
  type PushResults,
  type VerifiedPush,
  emit,
  recordOutcome,
  resultOf,
  resultsFrom,
  whileActive,
} from "./events.js";
import { isBeingVerified } from "./outcomes.js";
import type { EndedPush, JournalEntry, PushResult, Unsettled, UnsettledOutcome, Verdict } from "./pushTypes.js";
import { VERIFY_DELAYS_MS } from "./verifyDelays.js";
import type { RecordReader } from "../service/operations/recordReader.js";
import type { ServiceClient } from "../service/serviceClient.js";
import { createRedactor } from "../service/redaction/redact.js";

export interface LostPush extends EndedPush {
  readonly entry: JournalEntry;
  readonly service: Pick<RecordReader, "recordOf">;
  readonly cause: ServiceError | undefined;
  readonly secrets: readonly string[];
}

/**
 * Finds out whether a push was applied after its response was lost. If that isn't clear at once, continues in the
 * background. Sends no updates.
 */
export async function verifyPush(
  push: LostPush,
  context: PushContext,
  options: PushOptions = {},
): Promise<VerifiedPush> {
  const { entry, cause } = push;
  const { journal, clock = systemClock } = context;
  const since = clock.elapsed();
  const end = (verdict: Verdict) => recordOutcome({ ...push, outcome: { ...verdict, cause } }, context);
  // The effects of two pushes can't be told apart, and a later one may begin during the read.
  const isLast = () => journal.lastTo(entry)?.push === entry.push;
  if (!isLast()) return { result: await end({ kind: "unknown", why: "pushedAgain" }) };
  const call = callOptions(entry.tenantName, { ...options, signal: options.stopVerifying });
  const verdict = await whileActive(context, entry, "checking", () =>
    verdictOn(push, context, { delays: VERIFY_DELAYS_MS.now, since, call, isLast: false, isCurrent: () => true }),
  );
  // Another verification was faster and has stored its result.
  if (journal.hasEnded(entry)) return { result: resultOf({ ...push, outcome: { ...verdict, cause } }) };
  if (!isLast()) return { result: await end({ kind: "unknown", why: "pushedAgain" }) };
  const later = isBeingVerified(verdict) ? verifyLater(push, verdict.kind, since, context) : undefined;
  return { result: await end(verdict), later };
}

/** Verifies in the background until another verification or push replaces this one. */
async function verifyLater(
  push: LostPush,
  outcome: UnsettledOutcome,
  since: number,
  context: PushContext,
): Promise<PushResult | undefined> {
  const { journal, closed: signal } = context;
  const { isCurrent, stop } = journal.verifying(push.entry, outcome);
  let known = outcome;
  const onLook = async (verdict: UnsettledVerdict): Promise<void> => {
    if (verdict.kind === known) return;
    known = verdict.kind;
    await recordOutcome({ ...push, outcome: { ...verdict, cause: push.cause } }, context);
  };
  const attempts = { delays: VERIFY_DELAYS_MS.later, since, call: { signal }, isLast: true, isCurrent, onLook };
  const verdict = await verdictOn(push, context, attempts);
  if (signal?.aborted === true) return undefined;
  if (isCurrent()) return recordOutcome({ ...push, outcome: { ...verdict, cause: push.cause } }, context);
  stop();
  await emit(context, { kind: "abandoned", entry: push.entry });
  return undefined;
}

interface Attempts {
  /** Milliseconds after `since`. */
  readonly delays: readonly number[];
  /** The time of the first check, by the clock's `elapsed`. */
  readonly since: number;
  readonly call: CallOptions;
  /** Whether an unchanged record at the last check proves that the update wasn't applied. */
  readonly isLast: boolean;
  readonly isCurrent: () => boolean;
  /** Called before the wait for the next check. */
  readonly onLook?: (verdict: UnsettledVerdict) => Promise<void>;
}

type UnsettledVerdict = Extract<Verdict, { readonly kind: UnsettledOutcome }>;

/** Compares the record with its state just before sending. Never rejects. */
async function verdictOn(
  { service, entry, secrets }: LostPush,
  { clock = systemClock, searchesAll }: PushContext,
  { delays, since, call, isLast, isCurrent, onLook }: Attempts,
): Promise<Verdict> {
  let last: Unsettled = { why: "unreadable" };
  const soFar = (): UnsettledVerdict => ({ kind: last.why === "unchanged" ? "pending" : "unseen", ...last });
  for (const [at, delay] of delays.entries()) {
    if (at > 0) await onLook?.(soFar());
    try {
      const wait = since + delay - clock.elapsed();
      if (wait > 0) await clock.sleep(wait, call.signal);
      if (!isCurrent()) return { kind: "unknown", why: "pushedAgain" };
      const read = await service.recordOf(entry.id, { searchesAll, ...call });
      const verdict = read.found ? judge(entry, withoutSecrets(read.record, secrets)) : "notFound";
      if (typeof verdict === "string") last = { why: verdict };
      else if (verdict.kind !== "notApplied" || (isLast && at === delays.length - 1)) return verdict;
      else last = { why: "unchanged" };
    } catch (error) {
      if (call.signal?.aborted === true) return { kind: "unknown", why: "stopped" };
      last = { why: "unreadable", ...(isServiceError(error) && { error: redacted(error, secrets) }) };
      if (last.error?.kind === "cancelled") return { kind: "unknown", why: "withdrawn" };
    }
  }
  return isLast ? { kind: "unknown", ...last } : soFar();
}

/** @returns `behind` if the service lists an earlier state than before the push, which says nothing about it. */
function judge({ before, sentName }: JournalEntry, record: ConnectionRecord): Verdict | "behind" {
  const drift = compareRecords(before, stateOf(record));
  if (before === undefined || drift.kind === "unknown") return { kind: "unknown", why: "notKnownBefore" };
  if (drift.kind === "behind") return "behind";
  if (drift.kind === "same") return { kind: "notApplied", record };
  // Someone else changed the record, before or after this push, or the service gave it another name.
  const isNamed = sentName !== undefined && record.name !== "";
  if (isNamed && !hasName(record, sentName)) return { kind: "unknown", why: "changedByOthers" };
  return { kind: isNamed && before.name !== sentName ? "applied" : "probablyApplied", record };
}

/** Whether a record has the name that was sent, which a service may trim or compose. */
export function hasName({ name }: ConnectionRecord, sent: string): boolean {
  return name.normalize().trim() === sent.normalize().trim();
}

type ServiceOf = (
  origin: string,
) => (Pick<RecordReader, "recordOf"> & Partial<Pick<ServiceClient, "keepSecret">>) | undefined;

/** Redacts credentials that an earlier window sent, because any response of the tenant may quote them. */
export async function keepSecrets(
  entries: readonly JournalEntry[],
  serviceOf: ServiceOf,
  { secretsOf }: Pick<PushContext, "secretsOf">,
): Promise<ReadonlyMap<JournalEntry, readonly string[]>> {
  const sent = await pLimit(MAX_CONCURRENT_PUSHES).map(
    entries,
    async (entry) => [entry, (await secretsOf?.(entry)) ?? []] as const,
  );
  for (const origin of new Set(entries.map((entry) => entry.origin))) {
    const ofOrigin = sent.flatMap(([entry, secrets]) => (entry.origin === origin ? secrets : []));
    serviceOf(origin)?.keepSecret?.(ofOrigin);
  }
  return new Map(sent);
}

/** Verifies pushes that an earlier window left open. Sends no updates. */
export async function verifySentPushes(
  entries: readonly JournalEntry[],
  serviceOf: ServiceOf,
  context: PushContext,
  options: PushOptions = {},
): Promise<PushResults> {
  const secrets = await keepSecrets(entries, serviceOf, context);
  const checked = await pLimit(MAX_CONCURRENT_PUSHES).map(entries, async (entry): Promise<VerifiedPush> => {
    const service = serviceOf(entry.origin);
    if (!service)
      return { result: resultOf({ target: entry, outcome: { kind: "unknown", why: "signedOut", cause: undefined } }) };
    const push = { target: entry, entry, service, cause: undefined, secrets: secrets.get(entry) ?? [] };
    return verifyPush(push, context, options);
  });
  return resultsFrom(checked);
}

/** Removes an account name that contains credentials, because services may derive it from them. Keeps the name. */
export function withoutSecrets(record: ConnectionRecord, secrets: readonly string[]): ConnectionRecord {
  const { account_name } = record;
  const reveals = account_name !== undefined && createRedactor(secrets).reveals(account_name);
  return reveals ? { ...record, account_name: undefined } : record;
}

/** Redacts a push's own secrets, because the client only knows those of its latest updates. */
export function redacted(error: ServiceError, secrets: readonly string[]): ServiceError {
  const redactor = createRedactor(secrets);
  const page = "page" in error && error.page ? { ...error.page, title: redactor.redact(error.page.title) } : undefined;
  if (error.kind === "not-json") return serviceError({ kind: "not-json", page }, error);
  if (!("status" in error)) return error;
  const { kind, status, serviceMessage, property } = error;
  return serviceError(
    {
      kind,
      status,
      serviceMessage: serviceMessage === undefined ? undefined : redactor.redact(serviceMessage),
      property: property !== undefined && redactor.reveals(property) ? undefined : property,
      page,
    },
    error,
  );
}
