import pLimit from "p-limit";
import { carryOut, type CarryOutOptions, type PushContext } from "./carryOut.js";
import { succeeded, type NotSent, type Outcome } from "./outcome.js";
import { preparePush, type PreparedPush, type PushRequest } from "./prepare.js";
import type { ListService } from "./readRecord.js";
import type { ConfirmedPush } from "./review.js";
import type { PushesUnderWay } from "./underWay.js";
import type { CallOptions } from "../service/calls/wait.js";

/** So many pushes are prepared or sent at once. The client keeps all of them within the service's rate limit. */
const AT_ONCE = 4;

/** How far a batch has come. */
export interface BatchProgress {
  readonly ended: number;
  readonly failed: number;
  readonly total: number;
}

/** A push that stopped before the review. */
export interface StoppedPush {
  readonly request: PushRequest;
  readonly outcome: NotSent;
}

/** How one push of a batch ended. */
interface EndedPush {
  readonly push: ConfirmedPush;
  readonly outcome: Outcome;
}

/** How a batch ended, in the order the pushes were given. */
export interface BatchSummary {
  readonly ended: readonly EndedPush[];
  readonly succeeded: number;
  /** Neither succeeded nor cancelled. */
  readonly failed: number;
  readonly cancelled: number;
}

/** How a batch is followed and ended. */
export interface BatchOptions {
  /** Ends what has not been sent, and gives up the answers to what has. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the search for what became of lost answers. */
  readonly stopVerifying?: AbortSignal | undefined;
  /** Told of each stage of each push. */
  readonly onStage?: CarryOutOptions["onStage"];
  /** Told how long a tenant makes a push wait, as in `OnWait`. */
  readonly onWait?: ((seconds: number, tenant: string) => void) | undefined;
  /** How many pages are read at most to find a record. */
  readonly limit?: number | undefined;
}

type Follow = ((progress: BatchProgress) => void) | undefined;

/**
 * Makes many pushes ready for one review. Each page of a list is read once for all of them.
 * @returns those that are ready, and those that stop here, each in the order given.
 */
export async function prepareBatch(
  requests: readonly PushRequest[],
  options: BatchOptions = {},
  onProgress?: Follow,
): Promise<{ readonly prepared: readonly PreparedPush[]; readonly stopped: readonly StoppedPush[] }> {
  const pages = new Map<ListService, ListService>();
  const progress = { ended: 0, failed: 0, total: requests.length };
  const limit = pLimit(AT_ONCE);
  const results = await Promise.all(
    requests.map((request) =>
      limit(async () => {
        const shared = pages.get(request.service) ?? readOnce(request.service);
        pages.set(request.service, shared);
        const service = { ...bound(request.service), listPage: shared.listPage };
        const result = await preparePush({ ...request, service }, optionsFor(request, options));
        onProgress?.({ ...count(progress, result.kind === "prepared") });
        // What is sent is checked against what the service says then, not against a page that was kept.
        return result.kind === "prepared"
          ? { prepared: { ...result, request } }
          : { stopped: { request, outcome: result } };
      }),
    ),
  );
  return {
    prepared: results.flatMap(({ prepared }) => prepared ?? []),
    stopped: results.flatMap(({ stopped }) => stopped ?? []),
  };
}

/**
 * Sends confirmed pushes, a few at a time. One that fails does not stop the
 * others; cancelling ends those that have not been sent.
 */
export async function carryOutBatch(
  pushes: readonly ConfirmedPush[],
  context: PushContext & { readonly underWay: PushesUnderWay },
  options: BatchOptions = {},
  onProgress?: Follow,
): Promise<BatchSummary> {
  const progress = { ended: 0, failed: 0, total: pushes.length };
  const limit = pLimit(AT_ONCE);
  const ended = await Promise.all(
    pushes.map((push) =>
      limit(async () => {
        const { tenant, id } = push.request;
        const outcome = (await context.underWay.run(tenant.origin, id, () =>
          carryOut(push, context, optionsFor(push.request, options)),
        )) ?? { kind: "busy" as const };
        onProgress?.({ ...count(progress, succeeded(outcome) || outcome.kind === "cancelled") });
        return { push, outcome };
      }),
    ),
  );
  const good = ended.filter(({ outcome }) => succeeded(outcome)).length;
  const cancelled = ended.filter(({ outcome }) => outcome.kind === "cancelled").length;
  return { ended, succeeded: good, cancelled, failed: ended.length - good - cancelled };
}

function count(progress: { ended: number; failed: number; total: number }, well: boolean): BatchProgress {
  progress.ended++;
  if (!well) progress.failed++;
  return progress;
}

function optionsFor(
  { tenant }: PushRequest,
  { onWait, ...options }: BatchOptions,
): Omit<BatchOptions, "onWait"> & CallOptions {
  return {
    ...options,
    ...(onWait && {
      onWait: (seconds: number) => {
        onWait(seconds, tenant.name);
      },
    }),
  };
}

/** The methods of a client, which may be those of a class. */
function bound(service: PushRequest["service"]): PushRequest["service"] {
  return {
    listPage: (...parameters) => service.listPage(...parameters),
    updateConnection: (...parameters) => service.updateConnection(...parameters),
    ...(service.updateObstacle && {
      updateObstacle: (...parameters) => service.updateObstacle?.(...parameters) ?? Promise.resolve(undefined),
    }),
  };
}

/** Reads each page once and gives it to all who ask. A page that could not be read is asked for again. */
function readOnce(service: ListService): ListService {
  const pages = new Map<number, ReturnType<ListService["listPage"]>>();
  return {
    listPage: (query, options) => {
      const known = pages.get(query.page);
      if (known) return known;
      const page = service.listPage(query, options);
      pages.set(query.page, page);
      page.catch(() => pages.delete(query.page));
      return page;
    },
  };
}
