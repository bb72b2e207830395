import pLimit from "p-limit";
import { systemClock } from "../service/calls/wait.js";
import type { ServiceClient } from "../service/client.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { JournalEntry } from "./journal.js";
import { recordResult } from "./record.js";
import type { ListService } from "./readRecord.js";
import {
  AT_ONCE,
  callOptions,
  duringWork,
  type PushContext,
  type PushOptions,
  type PushResult,
  type PushResults,
} from "./run.js";
import { redactVerdict } from "./send.js";
import { VERIFY_DELAYS_MS, verifyUpdate, type Verdict, type VerifyOptions } from "./verify.js";

/** A push whose answer was lost. */
export interface LostPush extends Omit<PushResult, "outcome"> {
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
 * Finds out whether a push took effect whose answer was lost. Where that cannot
 * be told yet, it is looked at again in the background. Sends nothing.
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
  const overtaken = async () => ({ result: await conclude(push, { kind: "unknown", why: "pushedAgain" }, context) });
  if (!isLast()) return overtaken();
  const bounds = {
    ...callOptions(entry.tenantName, { ...options, signal: options.stopVerifying }),
    delays: (context.delays ?? VERIFY_DELAYS_MS).now,
    since,
  };
  const verdict = await duringWork(context, entry, "checking", () => look(push, context, bounds));
  // Another look was sooner, and has kept what it saw.
  if (journal.hasEnded(entry)) return { result: resultOf(push, verdict) };
  if (!isLast()) return overtaken();
  const later = verdict.kind === "pending" ? verifyLater(push, since, context) : undefined;
  return { result: await conclude(push, verdict, context), later };
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
  if (isCurrent()) return conclude(push, verdict, context);
  stop();
  await leaveOpen(push.entry, context);
  return undefined;
}

/** Has the history say of a push that nobody looks at any more that its outcome is not known, unless it has ended meanwhile. */
async function leaveOpen(entry: JournalEntry, { history }: PushContext): Promise<void> {
  const line = history.lines.find(({ push, outcome }) => push === entry.push && outcome === "pending");
  if (line) await history.add({ ...line, outcome: "unknown" });
}

async function look({ service, entry, secrets }: LostPush, context: PushContext, options: VerifyOptions) {
  const { clock, pageLimit: limit } = context;
  return redactVerdict(await verifyUpdate(service, entry, { page: entry.page, limit, clock, ...options }), secrets);
}

function conclude(push: LostPush, verdict: Verdict, context: PushContext): Promise<PushResult> {
  return recordResult(resultOf(push, verdict), context);
}

function resultOf({ subject, request, written, entry, cause }: LostPush, verdict: Verdict): PushResult {
  return { subject, request, written, entry, outcome: { ...verdict, cause } };
}

/** The service of a tenant by its origin; undefined where the tenant is gone or signed out. */
type ServiceOf = (origin: string) => (ListService & Partial<Pick<ServiceClient, "keepSecret">>) | undefined;

/**
 * Has services keep out of all that is said of them what pushes of an earlier window sent as credentials, as far as it is
 * still known: whatever is read of a tenant may quote each of them.
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
 * Finds out how pushes ended that an earlier window was in the middle of, or
 * whose outcome could not be found out then. Sends nothing.
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
      return { result: { subject: entry, outcome: { kind: "unknown", why: "signedOut", cause: undefined } } };
    const push = { subject: entry, entry, service, cause: undefined, secrets: secrets.get(entry) ?? [] };
    return verifyPush(push, context, options);
  });
  return resultsOf(checked);
}

/** Puts together how pushes ended, and what comes later of them. */
export function resultsOf(verified: readonly VerifiedPush[]): PushResults {
  const later = verified.flatMap((push) => push.later ?? []);
  return {
    results: verified.map(({ result }) => result),
    ...(later.length > 0 && { later: Promise.all(later).then((settled) => settled.flatMap((result) => result ?? [])) }),
  };
}
