import pLimit from "p-limit";
import type { ServiceError } from "../service/errors/errors.js";
import { checkBeforePush, driftOf } from "./checkBeforePush.js";
import {
  MAX_CONCURRENT_PUSHES,
  type PushApprover,
  type PushContext,
  type PushOptions,
  type PushStage,
  type Run,
  callOptions,
} from "./context.js";
import {
  type PushResults,
  type VerifiedPush,
  emit,
  recordOutcome,
  resultOf,
  resultsFrom,
  whileActive,
} from "./events.js";
import { countsAs } from "./outcomes.js";
import {
  type CheckedPush,
  type ConfirmedPush,
  type PushRequest,
  type PushResult,
  type PushService,
  targetOf,
} from "./pushTypes.js";
import { declinedDrift, sendPush } from "./sendPush.js";
import { memoize } from "../text/memoize.js";

/** Pushes in progress that aren't recorded yet. Fewer than the journal keeps. */
const MAX_UNRECORDED_PUSHES = 64;

interface Stage<Push> {
  readonly proceeding: readonly Push[];
  readonly skipped: readonly PushResult[];
}

/**
 * Checks, decides, confirms, sends, verifies and records pushes. Runs one push per connection at a time, keeps each
 * with the tenant it was started for, and sends exactly what was reviewed. A failure doesn't stop other pushes.
 * @throws what the approver rejects with before anything is sent.
 */
export async function executePushes(
  requests: readonly PushRequest[],
  approver: PushApprover,
  context: PushContext,
  options: PushOptions = {},
): Promise<PushResults> {
  const run: Run = { approver, context, options, total: requests.length };
  const { begun, end } = context.active.begin(requests.filter(({ notSent }) => !notSent));
  try {
    const left = requests.filter((request) => !begun.includes(request)).map(leftOut);
    const checked = await checkAll(begun, run);
    const decided = await decideDrift(checked.proceeding, run);
    const skipped = [...left, ...checked.skipped, ...decided.skipped];
    const confirmed = await confirm(decided.proceeding, skipped, run);
    const recorded = await Promise.all(
      [...skipped, ...confirmed.skipped].map((result) => recordOutcome(result, context)),
    );
    const sent = await sendAll(confirmed.proceeding, run);
    const ended = [...recorded.map((result): VerifiedPush => ({ result })), ...sent];
    const byRequest = Map.groupBy(ended, ({ result }) => result.request);
    return resultsFrom(requests.flatMap((request) => byRequest.get(request) ?? []));
  } finally {
    end();
  }
}

/** Reads each page once for all pushes. That's safe, because each record is compared again just before sending. */
async function checkAll(requests: readonly PushRequest[], run: Run): Promise<Stage<CheckedPush>> {
  const { options, context } = run;
  const cachedOf = memoize((service: PushService) => service.cached());
  const provider = context.providers?.({ signal: options.signal, onProvider: options.onProvider });
  const checked = await mapWithProgress(
    requests,
    "checking",
    run,
    async (request) => {
      const call = callOptions(request.tenant.name, options);
      const bounds = { ...call, onProgress: options.onSearch, searchesAll: context.searchesAll, provider };
      const push = await whileActive(context, request, "checking", () =>
        checkBeforePush(request, cachedOf(request.service), bounds),
      );
      return "kind" in push ? resultOf({ request, target: targetOf(request), outcome: push }) : push;
    },
    (push) => "outcome" in push,
  );
  return {
    proceeding: checked.flatMap((push) => ("plan" in push ? [push] : [])),
    skipped: checked.flatMap((push) => ("outcome" in push ? [push] : [])),
  };
}

async function decideDrift(pushes: readonly CheckedPush[], run: Run): Promise<Stage<CheckedPush>> {
  const [first, ...others] = pushes.flatMap((push) => driftOf(push) ?? []);
  if (!first) return { proceeding: pushes, skipped: [] };
  const drifted = [first, ...others] as const;
  for (const { record, push } of drifted)
    await emit(run.context, { kind: "drifted", origin: push.target.origin, record });
  report(run, "reviewing");
  const decisions = await run.approver.decideDrift(drifted, run.options);
  if (!decisions) return { proceeding: [], skipped: pushes.map(cancelled) };
  const skipped = drifted.flatMap((each, at): PushResult[] => {
    const outcome = declinedDrift(each, decisions[at]);
    return outcome ? [resultOf({ ...each.push, outcome })] : [];
  });
  return { proceeding: pushes.filter(({ request }) => skipped.every((result) => result.request !== request)), skipped };
}

/** Only this function creates a `ConfirmedPush`. */
async function confirm(
  pushes: readonly CheckedPush[],
  skipped: readonly PushResult[],
  run: Run,
): Promise<Stage<ConfirmedPush>> {
  if (pushes.length === 0) return { proceeding: [], skipped: [] };
  report(run, "reviewing");
  const agreed = !isAborted(run) && (await run.approver.confirm(pushes, skipped, run.options)) && !isAborted(run);
  return agreed
    ? { proceeding: pushes as readonly ConfirmedPush[], skipped: [] }
    : { proceeding: [], skipped: pushes.map(cancelled) };
}

function sendAll(pushes: readonly ConfirmedPush[], run: Run): Promise<readonly VerifiedPush[]> {
  const hasFailed = ({ result }: VerifiedPush) => ["failure", "open"].includes(countsAs(result.outcome));
  const send = (push: ConfirmedPush, onStage: OnStage, onAnswer: () => void) =>
    whileActive(run.context, push.request, "pushing", () => sendPush(push, run, onStage, onAnswer));
  return mapWithProgress(pushes, "sending", run, send, hasFailed);
}

type OnStage = (stage: PushStage, cause?: ServiceError) => void;

async function mapWithProgress<Item, Result>(
  items: readonly Item[],
  stage: PushStage,
  run: Run,
  work: (item: Item, onStage: OnStage, onAnswer: () => void) => Promise<Result>,
  hasFailed: (result: Result) => boolean,
): Promise<readonly Result[]> {
  const progress = { stage, ended: 0, failed: 0, total: items.length };
  const onStage = (now: PushStage, cause?: ServiceError) =>
    run.options.onProgress?.({ ...progress, stage: now, cause });
  if (items.length > 0) onStage(stage);
  const limit = pLimit(MAX_CONCURRENT_PUSHES);
  return pLimit(MAX_UNRECORDED_PUSHES).map(items, async (item) => {
    // The next push starts once this one is answered, so that several are recorded together.
    const { recorded } = await limit(() => untilAnswered((onAnswer) => work(item, onStage, onAnswer)));
    const result = await recorded;
    progress.ended++;
    if (hasFailed(result)) progress.failed++;
    if (items.length > 1) onStage(stage);
    return result;
  });
}

/** Resolves when `work` ends or calls its argument. */
function untilAnswered<Result>(work: (onAnswer: () => void) => Promise<Result>) {
  return new Promise<{ readonly recorded: Promise<Result> }>((resolve) => {
    const onAnswer = () => {
      resolve({ recorded });
    };
    const recorded = work(onAnswer);
    recorded.then(onAnswer, onAnswer);
  });
}

function report({ options, total }: Run, stage: PushStage): void {
  options.onProgress?.({ stage, ended: 0, failed: 0, total });
}

/** Don't cache the result: decisions take minutes. */
function isAborted({ options }: Run): boolean {
  return options.signal?.aborted === true;
}

function leftOut(request: PushRequest): PushResult {
  return resultOf({ request, target: targetOf(request), outcome: request.notSent ?? { kind: "busy" } });
}

/** Also if the connection changed on the service: its user knows that, and canceled. */
function cancelled(push: CheckedPush): PushResult {
  return resultOf({ ...push, outcome: { kind: "cancelled" } });
}
