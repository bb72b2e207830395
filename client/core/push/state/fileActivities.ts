import { EventEmitter } from "node:events";
import type { FileActivity, PushListener } from "../pushTypes.js";

/** What pushes currently do with files, by URI. An empty URI means no file. */
export class FileActivities {
  readonly #inProgress = new Map<string, readonly FileActivity[]>();
  readonly #events = new EventEmitter<{ change: [file: string] }>();

  onDidChange(listener: (file: string) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  of(file: string): FileActivity | undefined {
    return this.#inProgress.get(file)?.at(-1);
  }

  readonly onPush: PushListener = (event) => {
    if ((event.kind !== "begins" && event.kind !== "ends") || event.file === "") return;
    const { kind, file, activity } = event;
    const before = this.of(file);
    const inProgress = this.#inProgress.get(file) ?? [];
    const now =
      kind === "begins" ? [...inProgress, activity] : inProgress.toSpliced(inProgress.lastIndexOf(activity), 1);
    if (now.length > 0) this.#inProgress.set(file, now);
    else this.#inProgress.delete(file);
    if (this.of(file) !== before) this.#events.emit("change", file);
  };
}
