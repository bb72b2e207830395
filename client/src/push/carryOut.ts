import { systemClock, type CallOptions, type Clock } from "../service/calls/wait.js";
import { compareRecords, stateOf, type Drifted } from "./drift.js";
import type { PushHistory } from "./history.js";
import type { JournalEntry, PushJournal } from "./journal.js";
import { succeeded, type AfterSending, type NotSent, type Outcome } from "./outcome.js";
import { stoppedBy } from "./prepare.js";
import { readRecord, type ReadRecord } from "./readRecord.js";
import type { ConfirmedPush } from "./review.js";
import { sendUpdate, withoutSecrets } from "./send.js";
import { verifyUpdate } from "./verify.js";
import { viewsOf } from "./views.js";
import { maskRequest } from "../secrets/mask.js";
import type { ServiceError } from "../service/errors/errors.js";
import type { ConnectionRecord } from "../service/operations/records.js";

/** What pushes share. */
export interface PushContext {
  readonly journal: PushJournal;
  readonly history: PushHistory;
  readonly clock?: Clock | undefined;
  /** How many pages are read at most to find a record. */
  readonly pageLimit?: number | undefined;
  /** How long to wait before each look at the record after a lost answer, in milliseconds. */
  readonly looks?: readonly number[] | undefined;
}

/** What a push is doing. */
export type PushStage = "checking" | "reviewing" | "comparing" | "sending" | "verifying";

/** What a person wants done about a record that changed on the service. */
export type DriftChoice = "overwrite" | "compare" | "cancel";

/** How a push is followed and ended. */
export interface CarryOutOptions extends CallOptions {
  /** Ends the push: before sending without a trace, afterwards by giving the answer up. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the search for what became of a lost answer. */
  readonly stopVerifying?: AbortSignal | undefined;
  /** Told of each stage, and before `verifying` why that is needed, as far as it is known. */
  readonly onStage?: ((stage: PushStage, cause?: ServiceError) => void) | undefined;
  /** Asked where the record changed since it was reviewed. Without it such a push ends as `drifted`. */
  readonly chooseOnDrift?: ((drift: Drifted, record: ConnectionRecord) => Promise<DriftChoice>) | undefined;
}

/**
 * Sends a confirmed push, once, and finds out what became of it: reads the
 * record just before, notes the push, sends, and where the answer is lost reads
 * the record again and compares. The caller sees to it that no other push to the
 * same connection is under way.
 */
export async function carryOut(
  push: ConfirmedPush,
  context: PushContext,
  options: CarryOutOptions = {},
): Promise<Outcome> {
  const { signal, onStage } = options;
  onStage?.("sending");
  const before = await readBefore(push, context, options);
  if ("kind" in before) return before;
  if (signal?.aborted === true) return { kind: "cancelled" };
  const entry = await note(push, before, context);
  if (!entry) return { kind: "notNoted" };
  const outcome = await sendAndVerify(push, before, context, options);
  // As long as nobody knows what became of it, the next start asks again.
  if (succeeded(outcome)) await context.journal.supersede(entry);
  else if (outcome.kind === "unknown") context.journal.leave(entry);
  else await context.journal.end(entry);
  await context.history.add({ ...entry, time: entry.startedAt, outcome: outcome.kind });
  return outcome;
}

/** The record just before sending. */
interface Before {
  readonly record: ConnectionRecord | undefined;
  readonly page: number | undefined;
}

/** Reads the record once more: minutes may have passed since the review began. */
async function readBefore(
  push: ConfirmedPush,
  { pageLimit }: PushContext,
  options: CarryOutOptions,
): Promise<Before | NotSent> {
  const { request, plan, page } = push;
  const { signal, onWait } = options;
  if (signal?.aborted === true) return { kind: "cancelled" };
  // Where it was not found within the limit, it would not be found again either.
  if (!plan.target.record) return { record: undefined, page: undefined };
  let read: ReadRecord;
  try {
    read = await readRecord(request.service, request.id, { page, limit: pageLimit, signal, onWait });
  } catch (error) {
    return stoppedBy(error, signal);
  }
  if (!read.found) return read.searchedAll ? { kind: "gone" } : { record: undefined, page: undefined };
  const drift = compareRecords(plan.target.record, read.record);
  const stop = drift.kind === "changed" ? await askAboutDrift(push, drift, read.record, options) : undefined;
  return stop ?? { record: read.record, page: read.page };
}

async function askAboutDrift(
  { request: { written, id }, plan }: ConfirmedPush,
  drift: Drifted,
  record: ConnectionRecord,
  options: CarryOutOptions,
): Promise<NotSent | undefined> {
  const choice = await options.chooseOnDrift?.(drift, record);
  switch (choice) {
    case "overwrite":
      return undefined;
    case "compare":
      return { kind: "compare", views: viewsOf(maskRequest(written.request, plan.variant), id, record) };
    case "cancel":
      return { kind: "cancelled" };
    case undefined:
      return { kind: "drifted", drift, record };
  }
}

/** @returns undefined where the note could not be kept. */
async function note(
  { request, plan }: ConfirmedPush,
  { record, page }: Before,
  { journal, clock = systemClock }: PushContext,
): Promise<JournalEntry | undefined> {
  try {
    return await journal.begin({
      file: request.file,
      origin: plan.target.origin,
      tenantName: plan.target.tenantName,
      id: plan.target.id,
      connection: plan.target.name ?? plan.target.id,
      startedAt: clock.now(),
      properties: plan.properties,
      ...(record && { before: stateOf(record) }),
      ...(page !== undefined && { page }),
      ...(plan.sentName !== undefined && { sentName: plan.sentName }),
      ...(request.digest !== undefined && { digest: request.digest }),
    });
  } catch {
    return undefined;
  }
}

async function sendAndVerify(
  push: ConfirmedPush,
  before: Before,
  context: PushContext,
  options: CarryOutOptions,
): Promise<AfterSending | NotSent> {
  const { request, plan } = push;
  const { page, record } = before;
  const known = { before: record && stateOf(record) };
  const sent = await sendUpdate(request.service, plan, options);
  if (sent.kind === "done") return { ...sent, page, ...known };
  if (sent.kind === "refused") return sent.error.kind === "cancelled" ? stoppedBy(sent.error, options.signal) : sent;
  options.onStage?.("verifying", sent.error);
  // The push's own signal may have been what gave the answer up; what became of it is still to be found out.
  const { looks, clock, pageLimit: limit } = context;
  const lost = { id: request.id, before: record, sentName: plan.sentName };
  const verdict = await verifyUpdate(request.service, lost, {
    page,
    limit,
    looks,
    clock,
    signal: options.stopVerifying,
    onWait: options.onWait,
  });
  const shown =
    verdict.kind === "unknown" ? verdict : { ...verdict, record: withoutSecrets(verdict.record, plan.secrets) };
  return { ...shown, cause: sent.error, ...known };
}
