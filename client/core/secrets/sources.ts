import type { ProviderReading } from "./providers/faults.js";
import type { FileFault, LookupHints, UnreadVariable } from "./referenceProblems.js";

/** Where references get their values, independent of the editor and the process. Keep values in memory only. */
export interface SecretSources extends LookupHints {
  /** If false, nothing is looked up: the workspace isn't trusted. */
  readonly trusted: boolean;
  environment(name: string): string | UnreadVariable | undefined;
  /** Resolves to undefined if the secret isn't stored. Rejects if the storage fails. */
  secret(name: string): Promise<string | UnreadVariable | undefined>;
  /** @param path relative to the setup file. */
  file(path: string): Promise<FileReading>;
  /** Runs a program, only during a push or on request. Without it, providers have no values. */
  readonly provider?: ReadProvider | undefined;
}

/**
 * A deferred value is read later, when a plan is applied. Until then, it can't be checked.
 * @param name as in a reference: `op:Automation/Salesforce/credential`.
 */
export type ReadProvider = (name: string) => Promise<ProviderReading | { readonly ok: "deferred" }>;

export type FileReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: FileFault };
