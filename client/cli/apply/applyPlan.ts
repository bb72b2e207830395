import type { PushJournal } from "../../core/push/journal.js";
import { executePushes } from "../../core/push/pipeline.js";
import type { PushRequest } from "../../core/push/request.js";
import type { Person, PushStage } from "../../core/push/run.js";
import type { SetupFile } from "../files/readFiles.js";
import type { PlanEntry } from "../plan/document.js";
import type { Session } from "../plan/session.js";
import { withJournal } from "../state/state.js";
import { pushContext } from "./context.js";
import { fileOutcome, settled, type FileOutcome } from "./results.js";

/** An update of a plan that was approved, and the file it is of. */
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
