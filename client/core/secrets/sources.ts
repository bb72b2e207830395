/** Passed in by the caller, so that resolving depends on neither the editor nor the process. Keep values in memory. */
export interface SecretSources {
  /** In an untrusted workspace, nothing is looked up. */
  readonly trusted: boolean;
  environment(name: string): string | undefined;
  /** Undefined if none is stored. May reject if the storage doesn't work. */
  secret(name: string): Promise<string | undefined>;
  /** @param path relative to the setup file. */
  file(path: string): Promise<FileReading>;
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
