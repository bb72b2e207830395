import { entryAfter, markOf } from "../../core/lock/lockEntry.js";
import { maskedDigest } from "../../core/lock/maskedDigest.js";
import { ActivePushes } from "../../core/push/activePushes.js";
import type { PushJournal } from "../../core/push/journal.js";
import { executePushes } from "../../core/push/pipeline.js";
import { credentialsOf } from "../../core/push/plan.js";
import type { PushRequest } from "../../core/push/request.js";
import { whenEnded, type Person, type PushContext, type PushResult, type PushStage } from "../../core/push/run.js";
import { LAST_PAGE } from "../../core/service/operations/page.js";
import type { SetupFile } from "../files/setupFiles.js";
import { fileOutcome, settled, type FileOutcome } from "../outcomes.js";
import type { PlanEntry } from "../plan/document.js";
import type { Session } from "../session.js";
import type { LockKeeper } from "../state/lockKeeper.js";
import { withJournal } from "../state/state.js";

export interface ApprovedUpdate {
  readonly entry: PlanEntry;
  readonly file: SetupFile;
  readonly request: PushRequest;
}

const STAGES: Readonly<Record<PushStage, string>> = {
  checking: "Checking",
  reviewing: "Checking",
  comparing: "Checking",
  sending: "Sending",
  verifying: "Finding out the outcome of an update whose response was lost",
};

/**
 * Sends approved updates, each once. All are checked against the plan before the
 * first is sent: if anything has moved, none is.
 * @returns how each ended, in the order of the plan.
 * @throws Stop where another run is in progress
 */
export async function applyUpdates(
  updates: readonly ApprovedUpdate[],
  session: Session,
): Promise<readonly FileOutcome[]> {
  if (updates.length === 0) return [];
  return withJournal(session.state, (journal) => sendUpdates(updates, session, journal));
}

async function sendUpdates(
  updates: readonly ApprovedUpdate[],
  session: Session,
  journal: PushJournal,
): Promise<readonly FileOutcome[]> {
  const { io, progress } = session;
  // One for each tenant: the pages of a list are read once for all that share it.
  const services = new Map(updates.map(({ request: { service } }) => [service, untilStopped(service, io.stopped)]));
  const requests = updates.map(({ request, entry }) => ({
    ...request,
    service: services.get(request.service) ?? request.service,
    locked: entry.record,
  }));
  const files = updates.map(({ file }) => file);
  const results = await settled(
    await executePushes(requests, whoeverApproved(updates), pushContext(session, journal, files), {
      signal: io.stopping,
      stopVerifying: io.stopped,
      onProgress: ({ stage, ended, total }) => {
        progress.at(STAGES[stage], ended, total);
      },
      onWait: (seconds, tenant) => {
        if (seconds > 0) progress.at(`Waiting for the rate limit of ${tenant}, seconds left`, seconds, undefined);
      },
    }),
  );
  progress.end();
  return results.map((result) => fileOutcome(result, files));
}

/** The person who approved the plan: whatever is not as it was then, nobody has said yes to. */
function whoeverApproved(updates: readonly ApprovedUpdate[]): Person {
  const digests = new Map(updates.map(({ request, entry }) => [request.file, entry.digest]));
  return {
    decide: (conflicts) => Promise.resolve(conflicts.map(() => ({ kind: "leave" }))),
    confirm: (pushes, left) => {
      const same = pushes.every(
        ({ request, digest, plan, drift }) =>
          digest === digests.get(request.file) && plan.record !== undefined && drift.kind === "same",
      );
      return Promise.resolve(same && left.length === 0);
    },
  };
}

/** A signal keeps what was not begun from being begun. The answer to what was sent is waited for, until that is ended too. */
function untilStopped(service: PushRequest["service"], stopped: AbortSignal): PushRequest["service"] {
  return {
    listPage: (page, options) => service.listPage(page, options),
    preflightFailure: (options) => service.preflightFailure?.(options) ?? Promise.resolve(undefined),
    updateConnection: (id, update, options) => service.updateConnection(id, update, { ...options, signal: stopped }),
  };
}

/** What the pipeline of pushes shares in one run of the command. Build pipelines keep their own history. */
export function pushContext(
  { lock, io, secrets }: Session,
  journal: PushJournal,
  files: readonly SetupFile[],
): PushContext {
  const variantOf = (uri: string, digest: string) => {
    const file = files.find((one) => one.uri === uri);
    if (!file) return undefined;
    const { id, tenant } = file.inspected;
    const written = file.inspected;
    // A file that names no tenant is compared by the digest of what was sent only where it does.
    const hosts = tenant ? [tenant.value.toLowerCase()] : lock.entries.map((entry) => entry.tenant);
    const asksTheSame = hosts.some((host) => maskedDigest({ id: id?.value ?? "", tenant: host, written }) === digest);
    return asksTheSame || hosts.length === 0 ? written.variant : undefined;
  };
  return {
    journal,
    active: new ActivePushes(),
    listeners: [whenEnded(keepInLock(lock, variantOf)), journal.hear],
    secretsOf: async (sent) => {
      const file = files.find(({ uri }) => uri === sent.file);
      return file ? credentialsOf(file.inspected, secrets.sourcesFor(file.path)) : [];
    },
    closed: io.stopped,
    clock: io.clock,
    pageLimit: LAST_PAGE + 1,
  };
}

/** Writes into the lock file what certainly took effect, before the journal forgets that it was in progress. */
function keepInLock(
  lock: LockKeeper,
  variantOf: (file: string, digest: string) => number | undefined,
): (result: PushResult) => Promise<void> {
  return async ({ entry, outcome }) => {
    if (entry?.digest === undefined || (outcome.kind !== "done" && outcome.kind !== "applied")) return;
    const tenant = new URL(entry.origin).host;
    const mark = markOf(outcome.record);
    if (mark.fingerprint === "" && mark.updated_at === "") return;
    const replaced = lock.get(tenant, entry.id);
    const variant = variantOf(entry.file, entry.digest) ?? replaced?.variant;
    const left = { tenant, id: entry.id, ...mark, variant, digest: entry.digest };
    await lock.put(entryAfter(left, entry.before, replaced));
  };
}
