/**
 * Where the values of references come from. Handed in by whoever pushes, so that
 * resolving knows neither the editor nor the process. Values stay in memory.
 */
export interface SecretSources {
  /** Whether the workspace is trusted. In one that is not, nothing is looked up. */
  readonly trusted: boolean;
  /** An environment variable of the extension host; undefined where it is not set. */
  environment(name: string): string | undefined;
  /** A value of the secret storage; undefined where none is stored. May reject where the storage does not work. */
  secret(name: string): Promise<string | undefined>;
  /** The content of a file, by the path as the reference gives it, relative to the setup file. */
  file(path: string): Promise<FileReading>;
}

/** The text of a file, or why it is not to be had. */
export type FileReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly fault: FileFault };

/** Why a file was not read. */
export type FileFault =
  | "no-folder"
  | "absolute"
  | "outside"
  | "not-found"
  | "not-a-file"
  | "too-large"
  | "not-text"
  | "unreadable";
