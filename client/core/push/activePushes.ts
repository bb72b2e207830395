import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { EventEmitter } from "node:events";
import type { ConnectionKey } from "../connections/connectionKey.js";
import { acquire, keepAlive } from "../lock/processMutex.js";
import type { PushRequest } from "./request.js";
import type { PushListener } from "./run.js";

export class ActivePushes {
  readonly #keys = new Set<string>();
  readonly #folder: string | undefined;

  /** @param folder where the windows on this machine note their sends; without it, other windows are ignored. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Skips requests for connections that already have a push. */
  begin(requests: readonly PushRequest[]): { readonly begun: readonly PushRequest[]; readonly end: () => void } {
    const begun = requests.filter((request) => {
      const key = keyOf(request);
      return this.#keys.has(key) ? false : this.#keys.add(key);
    });
    const end = () => {
      for (const request of begun) this.#keys.delete(keyOf(request));
    };
    return { begun, end };
  }

  /** @returns a function that ends the note; undefined if another window is sending. @throws a file system error. */
  async beginSending({ origin, id }: ConnectionKey): Promise<(() => Promise<void>) | undefined> {
    if (this.#folder === undefined) return () => Promise.resolve();
    await mkdir(this.#folder, { recursive: true });
    const name = createHash("sha256")
      .update(keyOf({ tenant: { origin }, id }))
      .digest("hex")
      .slice(0, 16);
    const holder = await acquire(join(this.#folder, `${name}-`), 0);
    return typeof holder === "string" ? undefined : keepAlive(holder).release;
  }

  async isSentElsewhere(connection: ConnectionKey): Promise<boolean> {
    const end = await this.beginSending(connection);
    await end?.();
    return end === undefined;
  }
}

export function keyOf({ tenant, id }: { readonly tenant: { readonly origin: string }; readonly id: string }): string {
  return `${tenant.origin} ${id}`;
}

export type FileActivity = "checking" | "pushing";

/** Files are given by URI; an empty URI means no file. */
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

  readonly hear: PushListener = (event) => {
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
