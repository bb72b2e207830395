import { connectionKey } from "../connections/connectionKey.js";
import { resolveReferences } from "../secrets/resolve.js";
import type { ReadProvider } from "../secrets/sources.js";
import { systemClock, type CallOptions, type Clock } from "../service/calls/wait.js";
import { isServiceError } from "../service/errors/errors.js";
import type { PreflightFailure } from "../service/signIn/claims.js";
import { driftSince, stateOf } from "./compareRecords.js";
import { type FindOptions, type FoundRecord, findRecord } from "./findRecord.js";
import { planPush } from "./planPush.js";
import {
  type CheckedPush,
  type DriftedPush,
  type ListService,
  type NotSent,
  type PushRequest,
  type PushService,
  type RecordState,
  targetOf,
} from "./pushTypes.js";

/** After an update, some services list the former state for seconds. */
export const BEHIND_MS = 3000;

interface ReadOptions extends FindOptions {
  readonly clock?: Pick<Clock, "sleep"> | undefined;
}

export interface CheckOptions extends Omit<ReadOptions, "page"> {
  /** Reads providers for all pushes of a run; `request.sources.provider` by default. */
  readonly provider?: ReadProvider | undefined;
}

/** Checks a push without sending it. @param list may cache pages for other pushes. */
export async function checkPush(
  request: PushRequest,
  list: ListService = request.service,
  options: CheckOptions = {},
): Promise<CheckedPush | NotSent> {
  const { tenant, id } = request;
  if (tenant.readOnly === true) return { kind: "readOnly" };
  const file = request.save ? await request.save() : request;
  if ("kind" in file) return file;
  const { written, digest } = file;
  if (written.request.name === undefined && written.request.setup === undefined) return { kind: "nothing" };
  const { provider = request.sources.provider } = options;
  const resolved = await resolveReferences(written, { ...request.sources, provider });
  if (options.signal?.aborted === true) return { kind: "cancelled" };
  if (!resolved.ok) return { kind: "unresolved", problems: resolved.problems };
  const read = await readForPush(request, list, { ...options, page: request.page ?? request.remembered?.page });
  if ("kind" in read) return read;
  if (!read.found && read.searchedAll) return { kind: "gone" };
  const record = read.found ? read.record : undefined;
  const name = record?.name ?? request.name;
  const plan = planPush(written, resolved, id, record);
  const target = { ...targetOf({ ...request, name }), sentName: plan.sentName };
  return {
    request,
    written,
    digest,
    target,
    plan,
    values: await request.digestValues?.(resolved.values, connectionKey(target)),
    drift: record ? driftSince(request, stateOf(record)) : { kind: "unknown" },
    page: read.found ? read.page : undefined,
  };
}

/** A connection, and what's known of it. */
interface KnownConnection extends Pick<PushRequest, "id" | "locked"> {
  readonly remembered?: RecordState | undefined;
}

/**
 * Reads a connection. If the service lists an earlier state than what's known, reads once more after some seconds.
 * @throws ServiceError if a page can't be read.
 */
export async function findLatest(
  list: ListService,
  known: KnownConnection,
  options: ReadOptions,
): Promise<FoundRecord> {
  const read = await findRecord(list, known.id, options);
  if (!read.found || driftSince(known, stateOf(read.record)).kind !== "behind") return read;
  const later = list.later ? await list.later(options) : await readLater(list, options);
  return findRecord(later, known.id, options);
}

/** Reads a connection, unless the token can't update it. */
export async function readForPush(
  request: KnownConnection & { readonly service: Pick<PushService, "preflightFailure" | "dropToken"> },
  list: ListService,
  options: ReadOptions,
): Promise<FoundRecord | NotSent> {
  if (options.signal?.aborted === true) return { kind: "cancelled" };
  const { service } = request;
  let failure: PreflightFailure | undefined;
  try {
    failure = await service.preflightFailure?.(options);
    if (failure === "lacks-update-scope") {
      // Until the next push, the client may get the scope. A refresh needs no other token.
      service.dropToken?.();
      return { kind: "preflightFailure", failure };
    }
    return await findLatest(list, request, options);
  } catch (error) {
    // A valid token seems expired if this machine's clock is ahead, so only the service's response counts.
    if (failure === "expired" && isServiceError(error) && error.kind === "unauthorized")
      return { kind: "preflightFailure", failure };
    return toNotSent(error, options);
  }
}

export function toNotSent(error: unknown, { signal }: CallOptions): NotSent {
  if (!isServiceError(error)) throw error;
  if (signal?.aborted === true) return { kind: "cancelled" };
  // Without an abort, the client was closed because its tenant changed.
  return error.kind === "cancelled" ? { kind: "withdrawn" } : { kind: "unreadable", error };
}

/** Resolves early if the signal aborts, so that the next read says so. */
function readLater(
  list: ListService,
  { clock = systemClock, signal }: Pick<ReadOptions, "clock" | "signal">,
): Promise<ListService> {
  const read = () => list;
  return clock.sleep(BEHIND_MS, signal).then(read, read);
}

/** Caches pages, except for failures. */
export function cachedPages(service: ListService): ListService {
  const pages = new Map<number, ReturnType<ListService["listPage"]>>();
  let later: Promise<ListService> | undefined;
  return {
    later: (options) => (later ??= readLater(cachedPages(service), options)),
    listPage: (number, options) => {
      const known = pages.get(number);
      if (known) return known;
      const page = service.listPage(number, options);
      pages.set(number, page);
      page.catch(() => pages.delete(number));
      return page;
    },
  };
}

/** Returns the requests for each connection that several files update. The last push would win. */
export function conflictingRequests(requests: readonly PushRequest[]): readonly (readonly PushRequest[])[] {
  const groups = Map.groupBy(requests, (request) => connectionKey(targetOf(request)));
  return [...groups.values()].filter((group) => group.length > 1);
}

export function driftOf(push: CheckedPush): DriftedPush | undefined {
  const { drift, plan } = push;
  return drift.kind === "changed" && plan.record ? { push, drift, record: plan.record } : undefined;
}
