import { systemClock, type CallOptions } from "../service/calls/wait.js";
import type { ConnectionRecord } from "../service/operations/records.js";
import type { Update, UpdateOptions } from "../service/operations/update.js";
import { LEASE_MS } from "../storage/processMutex.js";
import { cancelled, toNotSent } from "./checkBeforePush.js";
import { compareRecords, driftSince, stateOf } from "./compareRecords.js";
import { type DriftDecision, type PushContext, type PushStage, type Run, callOptions } from "./context.js";
import { type VerifiedPush, emit, recordOutcome } from "./events.js";
import type { ConfirmedPush, DriftedPush, JournalEntry, NotSent } from "./pushTypes.js";
import { hasName, redacted, verifyPush, withoutSecrets } from "./verifyPush.js";
import { viewsOf } from "./planPush.js";
import { isServiceError, serviceError, type ServiceError } from "../service/errors/errors.js";

/** Undefined if it isn't known. */
interface RecordBefore {
  readonly record: ConnectionRecord | undefined;
}

/**
 * Sends a confirmed push once: reads the record again, records the push, sends it, and verifies it if there's no
 * response.
 * @param onStage called with the cause if the response is lost.
 * @param onAnswer called before the outcome is recorded.
 */
export async function sendPush(
  push: ConfirmedPush,
  run: Run,
  onStage: (stage: PushStage, cause?: ServiceError) => void,
  onAnswer: () => void,
): Promise<VerifiedPush> {
  const { request, target, plan } = push;
  const { context, options } = run;
  const about = { request, target };
  const call = callOptions(target.tenantName, options);
  const sent = await sendCompared(push, run, call);
  onAnswer();
  if ("kind" in sent) return { result: await recordOutcome({ ...about, outcome: sent }, context) };
  const { entry, answer } = sent;
  if (answer.kind !== "lost") {
    const wasCancelled = answer.kind === "refused" && answer.error.kind === "cancelled";
    const outcome = wasCancelled ? cancelled(call) : answer;
    return { result: await recordOutcome({ ...about, entry, outcome }, context) };
  }
  // Without an abort, the client was closed because its tenant changed. Verification detects that.
  const wasClosed = answer.error?.kind === "cancelled" && call.signal?.aborted !== true;
  const cause = wasClosed ? undefined : answer.error;
  onStage("verifying", cause);
  // The outcome needs verification even if the user stopped waiting.
  const lost = { target, request, entry, service: request.service, cause, secrets: plan.secrets };
  return verifyPush(lost, context, options);
}

/** How often a record is compared again because sending was delayed, such as by a pause or a rate limit. */
const MAX_COMPARISONS = 5;

interface Sent {
  readonly entry: JournalEntry;
  readonly answer: Answer;
}

/** Compares the record, and sends the update while the comparison is recent. Compares again if it's not. */
async function sendCompared(push: ConfirmedPush, run: Run, call: CallOptions): Promise<Sent | NotSent> {
  const { clock = systemClock } = run.context;
  for (let comparisons = 0; comparisons < MAX_COMPARISONS; comparisons++) {
    // A monotonic clock may stand still while the machine sleeps, and the wall clock may be set.
    const since = [clock.now(), clock.elapsed()] as const;
    const isRecent = () => Math.max(clock.now() - since[0], clock.elapsed() - since[1]) < LEASE_MS;
    const before = await readBefore(push, run);
    if ("kind" in before) return before;
    if (call.signal?.aborted === true) return { kind: "cancelled" };
    const sent = await sendExclusively(push, before, run.context, { ...call, isRecent });
    if (sent !== "outdated") return sent;
  }
  const host = new URL(push.target.origin).host;
  const error = serviceError({ kind: "timeout", phase: "total" }, { operation: "list", host, sent: "no" });
  return { kind: "unreadable", error };
}

async function sendExclusively(
  push: ConfirmedPush,
  before: RecordBefore,
  { active, journal, clock = systemClock }: PushContext,
  { isRecent, ...call }: CallOptions & { readonly isRecent: () => boolean },
): Promise<Sent | NotSent | "outdated"> {
  const { request, plan, target, values } = push;
  const claimed = await active.beginSending(target).catch(() => "journalUnavailable" as const);
  if (typeof claimed !== "object") return { kind: claimed ?? "busy" };
  try {
    const noted = journal.begin({
      ...target,
      startedAt: clock.now(),
      properties: plan.properties,
      before: before.record && stateOf(before.record),
      digest: request.digest,
      values,
      expires: plan.expires,
      rotation: request.rotation,
    });
    const entry = await noted.catch(() => undefined);
    if (!entry) return { kind: "journalUnavailable" };
    const isCurrent = () => claimed.isHeld() && isRecent();
    const answer = await sendUpdate(push, entry, { ...call, isCurrent });
    if (answer.kind !== "refused" || answer.error.kind !== "cancelled" || isCurrent()) return { entry, answer };
    // Nothing was sent, and what's said of a push that wasn't sent needs no entry.
    await journal.forget([entry]);
    return claimed.isHeld() ? "outdated" : { kind: "busy" };
  } finally {
    await claimed.release();
  }
}

/** Reads the record again, because the review may have taken minutes. */
async function readBefore(push: ConfirmedPush, run: Run): Promise<RecordBefore | NotSent> {
  const { request, plan } = push;
  const { options, context } = run;
  if (options.signal?.aborted === true) return { kind: "cancelled" };
  // A record that wasn't found within the limit wouldn't be found now either.
  if (!plan.record) return { record: undefined };
  const call = callOptions(request.tenant.name, options);
  try {
    const read = await request.service.recordOf(request.id, { searchesAll: context.searchesAll, ...call });
    if (!read.found) return read.searchedAll ? { kind: "gone" } : { record: undefined };
    const now = stateOf(read.record);
    const since = compareRecords(stateOf(plan.record), now);
    // A service that was behind may list what's known by now.
    const drift = push.drift.kind === "behind" ? driftSince(request, now) : since;
    const stop = drift.kind === "changed" ? await askAboutDrift({ push, drift, record: read.record }, run) : undefined;
    return stop ?? { record: read.record };
  } catch (error) {
    return toNotSent(error, call);
  }
}

/** Asks the user about a single push. Skips it if there are several. */
async function askAboutDrift(drifted: DriftedPush, run: Run): Promise<NotSent | undefined> {
  await emit(run.context, { kind: "drifted", origin: drifted.push.target.origin, record: drifted.record });
  const decisions = run.total === 1 ? await run.approver.decideDrift([drifted], run.options) : [];
  return decisions ? declinedDrift(drifted, decisions[0]) : { kind: "cancelled" };
}

/** Returns undefined if the push continues. */
export function declinedDrift(
  { push, drift, record }: DriftedPush,
  decision: DriftDecision | undefined,
): NotSent | undefined {
  if (decision === "push") return undefined;
  if (decision !== "compare") return { kind: "drifted", drift, record };
  return { kind: "compare", views: viewsOf(push.request.inspected, push.request.id, record), record };
}

/**
 * Whether a successful answer's record shows the update. If not, reading the record again tells whether it was applied.
 * @param body the update. Unlike the journal's entry, it has a name that comes from a reference, too.
 */
function isUpdated({ before }: JournalEntry, body: string, record: ConnectionRecord): boolean {
  const { name, setup } = JSON.parse(body) as Update;
  if (name !== undefined && record.name !== "" && !hasName(record, name)) return false;
  // A record that has the name already may be left as it is.
  if (setup === undefined && record.name !== "") return true;
  const shown = record.name === "" && before ? { ...record, name: before.name } : record;
  return compareRecords(before, stateOf(shown)).kind !== "same";
}

type Answer =
  | { readonly kind: "done"; readonly record: ConnectionRecord }
  | { readonly kind: "refused"; readonly error: ServiceError }
  /** The update may have been applied, so it isn't sent again. */
  | { readonly kind: "lost"; readonly error: ServiceError | undefined };

/** Sends the exact body ("PATCH {base_url}/flows/vault/connections/{id}"). Redacts the service's response. */
async function sendUpdate(
  { request, plan: { body, secrets }, target }: ConfirmedPush,
  entry: JournalEntry,
  options: UpdateOptions,
): Promise<Answer> {
  try {
    const record = await request.service.updateConnection(request.id, body, { ...options, secrets });
    if (!isUpdated(entry, body, record))
      throw serviceError(
        { kind: "not-updated" },
        { operation: "update", host: new URL(target.origin).host, sent: "maybe" },
      );
    return { kind: "done", record: withoutSecrets(record, secrets) };
  } catch (error) {
    // An internal error may have happened before or after sending.
    if (!isServiceError(error)) return { kind: "lost", error: undefined };
    return { kind: error.sent === "no" ? "refused" : "lost", error: redacted(error, secrets) };
  }
}
