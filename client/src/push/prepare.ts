import { resolveReferences } from "../secrets/resolve.js";
import type { SecretSources } from "../secrets/sources.js";
import type { Obstacle } from "../service/signIn/claims.js";
import type { ServiceClient } from "../service/client.js";
import { isServiceError } from "../service/errors/errors.js";
import { compareRecords, type Drift, type RememberedRecord } from "./drift.js";
import type { NotSent } from "./outcome.js";
import { planPush, type PlannedFile, type PushPlan } from "./plan.js";
import { readRecord, type ListService, type ReadOptions, type ReadRecord } from "./readRecord.js";
import type { UpdateService } from "./send.js";

/** The part of a tenant's service a push needs. */
type PushService = ListService & UpdateService & Partial<Pick<ServiceClient, "updateObstacle">>;

/**
 * What is to be pushed, and where. The service is the one of the tenant the push
 * was started for: whatever becomes active later, the push stays with it.
 */
export interface PushRequest {
  readonly service: PushService;
  readonly tenant: { readonly origin: string; readonly name: string; readonly readOnly?: boolean };
  /** The connection's id. */
  readonly id: string;
  /** The connection's name as far as it is known without asking. */
  readonly name?: string | undefined;
  /** The URI of the setup file. */
  readonly file: string;
  /** What the language server says about the file, which has no errors. */
  readonly written: PlannedFile;
  readonly sources: SecretSources;
  /** The `.env` file that `sources` looks into too, for the sentences. */
  readonly envFile?: string | undefined;
  /** What the file asks for, as a keyed digest, to tell afterwards whether it still does. */
  readonly digest?: string | undefined;
  /** What was remembered of the record for this file and tenant. */
  readonly remembered?: RememberedRecord | undefined;
}

/** A push that is ready for review: the references have values, the record has been read. Nothing has been sent. */
export interface PreparedPush {
  readonly kind: "prepared";
  readonly request: PushRequest;
  readonly plan: PushPlan;
  /** How the record stands to what was remembered of it. */
  readonly drift: Drift;
  /** The page the record is on; undefined where it was not found within the limit. */
  readonly page: number | undefined;
}

/**
 * Makes a push ready for review, or says why it stops. Never sends anything.
 * @param options the bounds of reading the record, and what ends it.
 */
export async function preparePush(
  request: PushRequest,
  options: Omit<ReadOptions, "page"> = {},
): Promise<PreparedPush | NotSent> {
  const { written, tenant } = request;
  if (tenant.readOnly === true) return { kind: "readOnly" };
  if (written.request.name === undefined && written.request.setup === undefined) return { kind: "nothing" };
  const resolved = await resolveReferences(written, request.sources, request.envFile);
  if (!resolved.ok) return { kind: "unresolved", problems: resolved.problems };
  const read = await readForPush(request, { ...options, page: request.remembered?.page });
  if ("kind" in read) return read;
  if (!read.found && read.searchedAll) return { kind: "gone" };
  const record = read.found ? read.record : undefined;
  const target = {
    origin: tenant.origin,
    tenantName: tenant.name,
    id: request.id,
    name: record?.name ?? request.name,
    record,
  };
  const plan = planPush(written, resolved, target);
  if (!plan) return { kind: "nothing" };
  const drift: Drift = record ? compareRecords(request.remembered, record) : { kind: "unknown" };
  return { kind: "prepared", request, plan, drift, page: read.found ? read.page : undefined };
}

/** Reads the record and looks at the token. What fails here fails before anything is sent. */
async function readForPush({ service, id }: PushRequest, options: ReadOptions): Promise<ReadRecord | NotSent> {
  if (options.signal?.aborted === true) return { kind: "cancelled" };
  let obstacle: Obstacle | undefined;
  try {
    obstacle = await service.updateObstacle?.(options);
    if (obstacle === "lacks-update-scope") return { kind: "obstacle", obstacle };
    return await readRecord(service, id, options);
  } catch (error) {
    // Where this machine's clock is ahead, a good token seems expired: the service knows what time it is.
    if (obstacle === "expired" && isServiceError(error) && error.kind === "unauthorized")
      return { kind: "obstacle", obstacle };
    return stoppedBy(error, options.signal);
  }
}

/** What an error met before sending means for the push. */
export function stoppedBy(error: unknown, signal: AbortSignal | undefined): NotSent {
  if (!isServiceError(error)) throw error;
  if (signal?.aborted === true) return { kind: "cancelled" };
  // Nobody cancelled, so the client was closed: its tenant is not what it was.
  return error.kind === "cancelled" ? { kind: "withdrawn" } : { kind: "unreadable", error };
}
