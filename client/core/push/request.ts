import type { ConnectionKey } from "../connections/connectionKey.js";
import type { RecordMark } from "../lock/lockEntry.js";
import type { Digests } from "../secrets/digest.js";
import type { SecretSources } from "../secrets/sources.js";
import type { ServiceClient } from "../service/client.js";
import type { RememberedRecord } from "./drift.js";
import type { NotSent } from "./outcome.js";
import type { PlannedFile } from "./plan.js";
import type { ListService } from "./readRecord.js";
import type { RotationPart } from "./rotations.js";

export type PushService = ListService &
  Pick<ServiceClient, "updateConnection"> &
  Partial<Pick<ServiceClient, "preflightFailure">>;

export interface PushTarget extends ConnectionKey {
  /** The URI of the setup file; empty if there is none. */
  readonly file: string;
  readonly tenantName: string;
  readonly connection: string;
  /** Left out if the name comes from a reference. */
  readonly sentName?: string | undefined;
}

export interface FileContents {
  /** The file must have no errors. */
  readonly written: PlannedFile;
  /** A keyed digest of `written`, to tell later whether the file still asks for it. */
  readonly digest?: string | undefined;
}

/** A push stays with the service of the tenant it was started for, whichever becomes active later. */
export interface PushRequest extends FileContents {
  readonly service: PushService;
  readonly tenant: { readonly origin: string; readonly name: string; readonly readOnly?: boolean };
  readonly id: string;
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  readonly file: string;
  readonly sources: SecretSources;
  /** Makes the digests that show later whether values were replaced. Without it, none are kept. */
  readonly digests?: Pick<Digests, "of" | "key"> | undefined;
  /** The `.env` file that `sources` also reads, for messages. */
  readonly envFile?: string | undefined;
  /** Saves the file and returns its contents, which replace `written`. */
  readonly save?: (() => Promise<FileContents | NotSent>) | undefined;
  readonly rotation?: RotationPart | undefined;
  readonly remembered?: RememberedRecord | undefined;
  /** How the last push by anyone left the record, from the lock file or the plan. */
  readonly locked?: RecordMark | undefined;
  readonly page?: number | undefined;
}

export function displayNameOf({ id, name, label }: Pick<PushRequest, "id" | "name" | "label">): string {
  return name ?? label ?? id;
}

export function subjectOf(request: PushRequest): PushTarget {
  const { tenant, id, file } = request;
  return { origin: tenant.origin, tenantName: tenant.name, id, connection: displayNameOf(request), file };
}
