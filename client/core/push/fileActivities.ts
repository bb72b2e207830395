import { EventEmitter } from "node:events";

/** What is being done about a setup file. */
export type FileActivity = "checking" | "pushing";

/** What this window is doing about setup files just now. A file is given by its URI; an empty one is no file. */
export class FileActivities {
  /** What goes on for each file, what began last at the end. */
  readonly #inProgress = new Map<string, readonly { readonly activity: FileActivity }[]>();
  readonly #events = new EventEmitter<{ change: [file: string] }>();

  /** Calls back with a file about which something else is being done now. @returns what ends that. */
  onDidChange(listener: (file: string) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** What is being done about a file; undefined for nothing. */
  of(file: string): FileActivity | undefined {
    return this.#inProgress.get(file)?.at(-1)?.activity;
  }

  /** Does some work about a file, which stands as an activity until it ends. */
  async during<Result>(file: string, activity: FileActivity, work: () => Promise<Result>): Promise<Result> {
    if (file === "") return work();
    const begun = { activity };
    this.#set(file, [...(this.#inProgress.get(file) ?? []), begun]);
    try {
      return await work();
    } finally {
      this.#set(
        file,
        (this.#inProgress.get(file) ?? []).filter((other) => other !== begun),
      );
    }
  }

  #set(file: string, inProgress: readonly { readonly activity: FileActivity }[]): void {
    const before = this.of(file);
    if (inProgress.length > 0) this.#inProgress.set(file, inProgress);
    else this.#inProgress.delete(file);
    if (this.of(file) !== before) this.#events.emit("change", file);
  }
}
