import type { ProviderReading } from "../providers/faults.js";

/** Passed in by the caller, so that resolving depends on neither the editor nor the process. Keep values in memory. */
export interface SecretSources {
  /** In an untrusted workspace, nothing is looked up. */
  readonly trusted: boolean;
  environment(name: string): string | undefined;
  /** Undefined if none is stored. May reject if the storage doesn't work. */
  secret(name: string): Promise<string | undefined>;
  /** @param path relative to the setup file. */
  file(path: string): Promise<FileReading>;
  /** Runs a program: only during a push, or on request. Without it, no provider has a value. */
  readonly provider?: ReadProvider | undefined;
}

/** @param name as in a reference: `op:Automation/Salesforce/credential`. */
export type ReadProvider = (name: string) => Promise<ProviderReading | DeferredReading>;

/** The value isn't read yet: to plan what will be read later. Nothing can be checked of it. */
interface DeferredReading {
  readonly ok: "deferred";
}

export type FileReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: FileFault };

export type FileFault =
  | "no-folder"
  | "absolute"
  | "outside"
  | "not-found"
  | "not-a-file"
  | "too-large"
  | "not-text"
  | "unreadable";
