import { connectionKey } from "../connections/connectionKey.js";
import { resolveReferences } from "../secrets/resolve.js";
import type { ReadProvider } from "../secrets/sources.js";
import type { CallOptions, Clock } from "../service/calls/wait.js";
import { isServiceError } from "../service/errors/errors.js";
import type { FindOptions, FoundRecord, RecordReader } from "../service/operations/recordReader.js";
import type { PreflightFailure } from "../service/signIn/claims.js";
import { driftSince, stateOf } from "./compareRecords.js";
import { planPush } from "./planPush.js";
import {
  type CheckedPush,
  type DriftedPush,
  type NotSent,
  type PushRequest,
  type PushService,
  type RecordState,
  targetOf,
} from "./pushTypes.js";

interface ReadOptions extends FindOptions {
  readonly clock?: Pick<Clock, "sleep"> | undefined;
}

export interface CheckOptions extends ReadOptions {
  /** Reads providers for all pushes of a run; `request.sources.provider` by default. */
  readonly provider?: ReadProvider | undefined;
}

/** Checks a push without sending it. @param records may be cached for several pushes. */
export async function checkBeforePush(
  request: PushRequest,
  records: RecordReader = request.service,
  options: CheckOptions = {},
): Promise<CheckedPush | NotSent> {
  const { tenant, id, inspected } = request;
  if (tenant.readOnly === true) return { kind: "readOnly" };
  if (inspected.request.name === undefined && inspected.request.setup === undefined) return { kind: "nothing" };
  const { provider = request.sources.provider } = options;
  const resolved = await resolveReferences(inspected, { ...request.sources, provider });
  if (options.signal?.aborted === true) return { kind: "cancelled" };
  if (!resolved.ok) return { kind: "unresolved", problems: resolved.problems };
  const read = await readForPush(request, records, options);
  if ("kind" in read) return read;
  if (!read.found && read.searchedAll) return { kind: "gone" };
  const record = read.found ? read.record : undefined;
  const name = record?.name ?? request.name;
  const plan = planPush(inspected, resolved, id, record);
  const target = { ...targetOf({ ...request, name }), sentName: plan.sentName };
  return {
    request,
    target,
    plan,
    values: await request.digestValues?.(resolved.values, connectionKey(target)),
    drift: record ? driftSince(request, stateOf(record)) : { kind: "unknown" },
  };
}

/** A connection, and what's known of it. */
interface KnownConnection extends Pick<PushRequest, "id" | "locked"> {
  readonly remembered?: RecordState | undefined;
}

/**
 * Reads a connection. If the service lists an earlier state than what's known, reads once more after some seconds.
 * @throws ServiceError if that fails.
 */
export async function findLatest(
  records: RecordReader,
  known: KnownConnection,
  options: ReadOptions,
): Promise<FoundRecord> {
  const read = await records.recordOf(known.id, options);
  if (!read.found || driftSince(known, stateOf(read.record)).kind !== "behind") return read;
  return (await records.later(options)).recordOf(known.id, options);
}

/** Reads a connection, unless the token can't update it. */
export async function readForPush(
  request: KnownConnection & { readonly service: Pick<PushService, "preflightFailure" | "dropToken"> },
  records: RecordReader,
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
    return await findLatest(records, request, options);
  } catch (error) {
    // A valid token seems expired if this machine's clock is ahead, so only the service's response counts.
    if (failure === "expired" && isServiceError(error) && error.kind === "unauthorized")
      return { kind: "preflightFailure", failure };
    return toNotSent(error, options);
  }
}

export function toNotSent(error: unknown, call: CallOptions): NotSent {
  if (!isServiceError(error)) throw error;
  return error.kind === "cancelled" || call.signal?.aborted === true ? cancelled(call) : { kind: "unreadable", error };
}

/** Without an abort, the client was closed because its tenant changed. */
export function cancelled({ signal }: CallOptions): { readonly kind: "cancelled" | "withdrawn" } {
  return { kind: signal?.aborted === true ? "cancelled" : "withdrawn" };
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
