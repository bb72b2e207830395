import { fileURLToPath } from "node:url";
import { entryAfter, markOf } from "../../core/lock/lockEntries.js";
import { maskedDigest } from "../../core/lock/maskedDigest.js";
import { createProviderReader } from "../../core/secrets/providers/reader.js";
import type { PushApprover, PushContext, PushStage } from "../../core/push/context.js";
import { endRequest } from "../../core/agents/reviewRequests.js";
import { whenEnded, whenPushed } from "../../core/push/events.js";
import { executePushes } from "../../core/push/pipeline.js";
import { credentialsOf } from "../../core/push/planPush.js";
import { type JournalEntry, type PushRequest, type PushResult, sendsSetup } from "../../core/push/pushTypes.js";
import { ActivePushes } from "../../core/push/state/activePushes.js";
import { type PushJournal } from "../../core/push/state/journal.js";
import { verifySentPushes } from "../../core/push/verifyPush.js";
import type { Holder } from "../../core/storage/processMutex.js";
import { homeFolder } from "../../core/text/homeFolder.js";
import { memoize } from "../../core/text/memoize.js";
import { pathFrom } from "../files/pathFrom.js";
import type { SetupFile } from "../files/readFiles.js";
import { lockedValues } from "../options/valueDigester.js";
import { fileOutcome, settled, type FileOutcome, type Interrupted } from "../outcomeReport.js";
import type { PlannedUpdate } from "../plan/makePlan.js";
import type { Session } from "../session.js";
import type { LockKeepers } from "../state/lockKeeper.js";
import { openJournal } from "../state/state.js";

const STAGES: Readonly<Record<PushStage, string>> = {
  checking: "Checking",
  reviewing: "Checking",
  comparing: "Checking",
  sending: "Sending",
  verifying: "Checking whether the update was applied",
};

/**
 * Sends each approved update once. Sends none if any of them no longer matches the plan.
 * @returns outcomes in plan order.
 * @throws ExitError if another run is in progress.
 */
export async function applyUpdates(
  updates: readonly PlannedUpdate[],
  session: Session,
): Promise<readonly FileOutcome[]> {
  const { io, progress, locks, root } = session;
  await locks.writeKept();
  if (updates.length === 0) return [];
  // One per tenant, so that its updates share list pages.
  const serviceFor = memoize((service: PushRequest["service"]) => untilStopped(service, io.stopped));
  const requests = updates.map(({ request, entry }) => ({
    ...request,
    service: serviceFor(request.service),
    locked: entry.record,
  }));
  const files = updates.map(({ file }) => file);
  const results = await session.withJournal(async (journal, holder) => {
    for (const { path } of files) await (await locks.of(path)).checkWritable(root);
    const context = pushContext(session, journal, files, holder);
    const pushed = await executePushes(requests, approverOf(updates, progress.say), context, {
      signal: io.stopping,
      stopVerifying: io.stopped,
      onProgress: ({ stage, ended, total }) => {
        progress.at(STAGES[stage], ended, total);
      },
      onProvider: ({ title }) => {
        progress.say(`Reading from ${title}`);
      },
      onWait: (seconds, tenant) => {
        if (seconds > 0) progress.at(`${tenant} is limiting requests. Seconds left`, seconds, undefined);
      },
    });
    return settled(pushed);
  });
  progress.end();
  return results.map((result) => fileOutcome(result, files, root));
}

/** Declines all updates if any differs from the approved plan. @param say told what only the values show */
function approverOf(updates: readonly PlannedUpdate[], say: (line: string) => void): PushApprover {
  const entries = new Map(updates.map(({ request, entry }) => [request.file, entry]));
  return {
    decideDrift: (drifted) => Promise.resolve(drifted.map(() => "skip")),
    confirm: (pushes, skipped) => {
      const same = pushes.every(
        ({ request, plan, drift }) =>
          request.digest === entries.get(request.file)?.digest && plan.record !== undefined && drift.kind === "same",
      );
      for (const { request, plan } of pushes) {
        const { file = "", notes = [] } = entries.get(request.file) ?? {};
        for (const { text } of plan.warnings) if (!notes.includes(text)) say(`${file}: ${text}`);
      }
      const isFilled = pushes.every(({ plan }) => !plan.warnings.some(({ isUnfilled }) => isUnfilled));
      return Promise.resolve(same && isFilled && skipped.length === 0);
    },
  };
}

/** After the first signal, no request starts, but sent updates wait for their responses until `stopped`. */
function untilStopped(service: PushRequest["service"], stopped: AbortSignal): PushRequest["service"] {
  return {
    recordOf: (id, options) => service.recordOf(id, options),
    later: (options) => service.later(options),
    cached: () => service.cached(),
    preflightFailure: (options) => service.preflightFailure?.(options) ?? Promise.resolve(undefined),
    updateConnection: (id, update, options) => service.updateConnection(id, update, { ...options, signal: stopped }),
  };
}

/**
 * Verifies updates that an earlier run left open, and reports their outcomes. Sends nothing.
 * @returns updates of the specified tenants whose outcome is still unknown. They stay in the journal until
 * `forgetInterrupted`, or until an update of the same connection succeeds.
 */
export async function verifyInterrupted(
  session: Session,
  files: readonly SetupFile[],
): Promise<readonly Interrupted[]> {
  const { tenants, progress, io, state, root } = session;
  // If nothing was left, the folder needn't be writable.
  if ((await openJournal(state)).open.length === 0) return [];
  return session.withJournal(async (journal, holder) => {
    // An update followed by a later one to the same connection had its unknown outcome accepted.
    await journal.forget(journal.open.filter((entry) => journal.lastTo(entry)?.push !== entry.push));
    const isConcerned = (entry: JournalEntry) => tenants.some(({ origin }) => origin === entry.origin);
    const open = journal.open.filter(isConcerned);
    for (const { file, origin } of journal.open.filter((entry) => !isConcerned(entry)))
      progress.say(
        `${pathFrom(root, fileURLToPath(file))}: Its outcome is still unknown. ${new URL(origin).host} isn't one of the specified tenants, so it isn't checked.`,
      );
    if (open.length === 0) return [];
    await session.locks.read(open.map(({ file }) => file));
    progress.say(
      `${open.length === 1 ? "One update" : `${open.length} updates`} of an earlier run may have been interrupted. Checking ${open.length === 1 ? "its outcome" : "their outcomes"}.`,
    );
    const concerned = tenants.filter(({ origin }) => open.some((entry) => entry.origin === origin));
    const accesses = session.access(concerned);
    const serviceOf = (origin: string) => accesses.find(({ tenant }) => tenant.origin === origin)?.client;
    const results = await settled(
      await verifySentPushes(open, serviceOf, pushContext(session, journal, files, holder), {
        stopVerifying: io.stopping,
      }),
    );
    const ended = open.flatMap((entry, at) => {
      const result = results[at];
      return result ? [{ ...fileOutcome(result, files, root), entry }] : [];
    });
    for (const { file, text } of ended) progress.say(`${file}: ${text}`);
    return ended.filter(({ counts }) => counts === "open");
  });
}

export async function forgetInterrupted(session: Session, over: readonly Interrupted[]): Promise<void> {
  if (over.length > 0) await session.withJournal((journal) => journal.forget(over.map(({ entry }) => entry)));
}

/** Without a history: CI pipelines have their own. */
function pushContext(
  { locks, io, secrets, providers, root, state }: Session,
  journal: PushJournal,
  files: readonly SetupFile[],
  holder: Pick<Holder, "isHeld">,
): PushContext {
  return {
    journal,
    active: new ActivePushes(undefined, holder),
    listeners: [
      whenEnded((result) => recordInLock(result, locks, files)),
      journal.onPush,
      whenPushed((file) => endRequest(state, fileURLToPath(file), "pushed").catch(() => undefined)),
    ],
    secretsOf: async (sent) => {
      const file = files.find(({ uri }) => uri === sent.file);
      return file ? credentialsOf(file.inspected, secrets.sourcesFor(file.path)) : [];
    },
    providers: (options) =>
      createProviderReader(providers, { env: io.env, home: homeFolder(io.env), workspaceFolders: [root] }, options),
    closed: io.stopped,
    clock: io.clock,
    searchesAll: true,
  };
}

/** Records an applied update in the lock file before the journal drops it. */
async function recordInLock(
  { entry, outcome }: PushResult,
  locks: LockKeepers,
  files: readonly SetupFile[],
): Promise<void> {
  if (entry?.digest === undefined || (outcome.kind !== "done" && outcome.kind !== "applied")) return;
  const { id, digest, before, values } = entry;
  const tenant = new URL(entry.origin).host;
  const mark = markOf(outcome.record);
  if (mark.fingerprint === "" && mark.updated_at === "") return;
  const lock = await locks.of(fileURLToPath(entry.file));
  const replaced = lock.get(tenant, id);
  const inspected = files.find(({ uri }) => uri === entry.file)?.inspected;
  // After an interrupted run, the file may have changed.
  const isSent = inspected && maskedDigest({ id, tenant, inspected }) === digest;
  const variant = isSent && inspected.request.setup !== undefined ? inspected.variant : replaced?.variant;
  const expires = sendsSetup(entry) ? entry.expires : replaced?.expires;
  const after = { tenant, id, ...mark, variant, digest, ...lockedValues(values), expires };
  await lock.put(entryAfter(after, before, replaced));
}
