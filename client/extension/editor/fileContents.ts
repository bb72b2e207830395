import type * as vscode from "vscode";
import { holdsValues, maskedDigest } from "../../core/lock/maskedDigest.js";
import type { Digests } from "../../core/secrets/digest.js";
import type { NamedReference } from "../../core/secrets/referenceProblems.js";
import type { SecretSources } from "../../core/secrets/sources.js";
import type { FileMemory, Remembered } from "./fileMemory.js";
import { requestedUpdate } from "./inspection.js";
import type { InspectResult } from "../../../server/protocol/messages.js";

/** What a file's state is decided by. */
export interface Contents {
  /** What's remembered of the connection that the file is linked to. */
  readonly linked: Remembered | undefined;
  /** A keyed digest of the requested update. */
  readonly digest: string;
  /** The digest as in the lock file; undefined if the file contains values, which that digest doesn't cover. */
  readonly masked: string | undefined;
  readonly references: readonly NamedReference[];
}

/** Where the values of references come from. */
export interface FileValues {
  /** The sources for one comparison. */
  readonly sourcesFor: (file: vscode.Uri) => Promise<SecretSources>;
  /** The paths that the values of a file come from. */
  readonly pathsOf: (file: vscode.Uri, references: readonly NamedReference[]) => Promise<readonly string[]>;
  /** Calls `changed` with a test of whether the values that come from some paths may be new. */
  readonly watch: (changed: (isChanged: (paths: readonly string[]) => boolean) => void) => vscode.Disposable;
}

/** @param remembered the connection that the digests are for. */
export async function readContents(
  { memory, digests }: { readonly memory: Pick<FileMemory, "ofLinked">; readonly digests: Pick<Digests, "of"> },
  file: vscode.Uri,
  inspected: InspectResult,
  { origin, id }: Remembered,
): Promise<Contents> {
  const tenant = new URL(origin).host;
  return {
    linked: memory.ofLinked(file, inspected),
    masked: holdsValues(inspected) ? undefined : maskedDigest({ id, tenant, written: inspected }),
    digest: await digests.of(requestedUpdate(inspected)),
    references: inspected.references,
  };
}
