import { connectionKey } from "../connections/connectionKey.js";
import { resolveReferences } from "../secrets/resolve.js";
import type { ReadProvider } from "../secrets/sources.js";
import type { ValueDigests } from "../secrets/valueDigests.js";
import { groupBy } from "../text/groupBy.js";
import type { CallOptions } from "../service/calls/wait.js";
import { isServiceError } from "../service/errors/errors.js";
import type { PreflightFailure } from "../service/signIn/claims.js";
import { driftSince, stateOf, type Drift, type Drifted } from "./drift.js";
import type { NotSent } from "./outcome.js";
import { planPush, type PushPlan } from "./plan.js";
import { readRecord, type ListService, type ReadOptions, type ReadRecord } from "./readRecord.js";
import {
  displayNameOf,
  subjectOf,
  type FileContents,
  type PushRequest,
  type PushService,
  type PushTarget,
} from "./request.js";
import type { ConnectionRecord } from "../service/operations/records.js";

export interface CheckedPush extends FileContents {
  readonly request: PushRequest;
  readonly subject: PushTarget;
  readonly plan: PushPlan;
  readonly values?: ValueDigests | undefined;
  readonly drift: Drift;
  readonly page: number | undefined;
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
  const plan = planPush(written, resolved, { id, label: displayNameOf(request), record });
  const subject = { ...subjectOf({ ...request, name }), sentName: plan.sentName };
  return {
    request,
    written,
    digest,
    subject,
    plan,
    values: await request.digestValues?.(resolved.values, connectionKey(subject)),
    drift: record ? driftSince(request, stateOf(record)) : { kind: "unknown" },
    page: read.found ? read.page : undefined,
  };
}

/** Reads a connection, unless the token can't update it. */
export async function readForPush(
  { service, id }: Pick<PushRequest, "id"> & { readonly service: Pick<PushService, "preflightFailure"> },
  list: ListService,
  options: ReadOptions,
): Promise<ReadRecord | NotSent> {
  if (options.signal?.aborted === true) return { kind: "cancelled" };
  let failure: PreflightFailure | undefined;
  try {
    failure = await service.preflightFailure?.(options);
    if (failure === "lacks-update-scope") return { kind: "preflightFailure", failure };
    return await readRecord(list, id, options);
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

/** Caches pages, except for failures. */
export function cachedPages(service: ListService): ListService {
  const pages = new Map<number, ReturnType<ListService["listPage"]>>();
  return {
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
  const groups = groupBy(requests, (request) => connectionKey(subjectOf(request)));
  return [...groups.values()].filter((group) => group.length > 1);
}

export interface DriftedPush {
  readonly push: CheckedPush;
  readonly drift: Drifted;
  readonly record: ConnectionRecord;
}

export type DriftedPushes = readonly [DriftedPush, ...DriftedPush[]];

export function driftOf(push: CheckedPush): DriftedPush | undefined {
  const { drift, plan } = push;
  return drift.kind === "changed" && plan.record ? { push, drift, record: plan.record } : undefined;
}
