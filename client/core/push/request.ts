import type { ConnectionKey } from "../connections/connectionKey.js";
import type { RecordMark } from "../lock/lockFile.js";
import type { LookupResult } from "../secrets/resolve.js";
import type { ValueDigests } from "../secrets/valueDigests.js";
import type { SecretSources } from "../secrets/sources.js";
import type { ServiceClient } from "../service/client.js";
import type { RememberedRecord } from "./drift.js";
import type { NotSent } from "./outcome.js";
import type { PlannedFile } from "./plan.js";
import type { ListService } from "./readRecord.js";
import type { RotationPart } from "./state/rotations.js";
import { sanitizeText } from "../text/sanitizeText.js";

export type PushService = ListService &
  Pick<ServiceClient, "updateConnection"> &
  Partial<Pick<ServiceClient, "preflightFailure">>;

export interface PushTarget extends ConnectionKey {
  /** The URI of the setup file; empty if there's none. */
  readonly file: string;
  readonly tenantName: string;
  readonly connection: string;
  /** Left out if the name comes from a reference. */
  readonly sentName?: string | undefined;
}

export interface FileContents {
  /** The file must have no errors. */
  readonly written: PlannedFile;
  /** Keyed digest of `written`, to tell later whether the file changed. */
  readonly digest?: string | undefined;
}

/** Keeps the service of the tenant it was started for, even if another becomes active. */
export interface PushRequest extends FileContents {
  readonly service: PushService;
  readonly tenant: { readonly origin: string; readonly name: string; readonly readOnly?: boolean };
  readonly id: string;
  readonly name?: string | undefined;
  readonly label?: string | undefined;
  readonly file: string;
  readonly sources: SecretSources;
  /** Makes digests that tell later whether values were replaced. Without it, none are kept. */
  readonly digestValues?: ((values: readonly LookupResult[], about: string) => Promise<ValueDigests>) | undefined;
  /** Saves the file and returns its contents, which replace `written`. */
  readonly save?: (() => Promise<FileContents | NotSent>) | undefined;
  readonly rotation?: RotationPart | undefined;
  readonly remembered?: RememberedRecord | undefined;
  /** The record after anyone's last push, from the lock file, or as planned. */
  readonly locked?: RecordMark | undefined;
  readonly page?: number | undefined;
}

export function displayNameOf({ id, name, label }: Pick<PushRequest, "id" | "name" | "label">): string {
  return [name, label].find((text) => text !== undefined && sanitizeText(text) !== "") ?? id;
}

export function subjectOf(request: PushRequest): PushTarget {
  const { tenant, id, file } = request;
  return { origin: tenant.origin, tenantName: tenant.name, id, connection: displayNameOf(request), file };
}
