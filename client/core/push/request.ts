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

/** The part of a tenant's service a push needs. */
export type PushService = ListService &
  Pick<ServiceClient, "updateConnection"> &
  Partial<Pick<ServiceClient, "preflightFailure">>;

/** Which push it is: what a person has to be told of it. */
export interface PushSubject extends ConnectionKey {
  /** The URI of the setup file; empty where there is none. */
  readonly file: string;
  readonly tenantName: string;
  /** The connection's name before the push, as last read; what else it is called where no name is known. */
  readonly connection: string;
  /** The name that is sent, where it comes from no reference. */
  readonly sentName?: string | undefined;
}

/** What a file asks for. */
export interface FileContents {
  /** What the language server says about the file, which has no errors. */
  readonly written: PlannedFile;
  /** The same as a keyed digest, to tell afterwards whether the file still asks for it. */
  readonly digest?: string | undefined;
}

/**
 * What is to be pushed, and where. The service is the one of the tenant the push was started for: whatever becomes
 * active later, the push stays with it.
 */
export interface PushRequest extends FileContents {
  readonly service: PushService;
  readonly tenant: { readonly origin: string; readonly name: string; readonly readOnly?: boolean };
  readonly id: string;
  /** The connection's name as far as it is known without asking. */
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  /** The URI of the setup file; empty where there is none. */
  readonly file: string;
  readonly sources: SecretSources;
  /** Makes the digests that tell afterwards whether values were replaced since; without it nothing is kept of them. */
  readonly digests?: Pick<Digests, "of" | "key"> | undefined;
  /** The `.env` file that `sources` looks into too, for the sentences. */
  readonly envFile?: string | undefined;
  /** Saves the file, and says what it asks for then. Without it `written` is what counts. */
  readonly save?: (() => Promise<FileContents | NotSent>) | undefined;
  readonly rotation?: RotationPart | undefined;
  /** What was remembered of the record for this file and tenant. */
  readonly remembered?: RememberedRecord | undefined;
  /** How the last push that anybody made left the record, by the lock file or the plan. */
  readonly locked?: RecordMark | undefined;
  /** The page of the list the record is probably on; the remembered one if not given. */
  readonly page?: number | undefined;
}

/** What to call the connection that is pushed to; its id where nothing better is known. */
export function calledIn({ id, name, label }: Pick<PushRequest, "id" | "name" | "label">): string {
  return name ?? label ?? id;
}

/** Which push a request is for, by what is known before the record has been read. */
export function subjectOf(request: PushRequest): PushSubject {
  const { tenant, id, file } = request;
  return { origin: tenant.origin, tenantName: tenant.name, id, connection: calledIn(request), file };
}
