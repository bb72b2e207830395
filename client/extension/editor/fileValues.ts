import type * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import type { SecretSources } from "../../core/secrets/sources.js";

/** Where the values of references come from. */
export interface FileValues {
  /** The sources for one comparison. */
  readonly sourcesFor: (file: vscode.Uri) => Promise<SecretSources>;
  /** The paths that the values of a file come from. */
  readonly pathsOf: (file: vscode.Uri, references: InspectResult["references"]) => Promise<readonly string[]>;
  /** Calls `changed` with a test of whether the values that come from some paths may be new. */
  readonly watch: (changed: (isChanged: (paths: readonly string[]) => boolean) => void) => vscode.Disposable;
}
