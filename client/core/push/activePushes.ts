import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { EventEmitter } from "node:events";
import type { ConnectionKey } from "../connections/connectionKey.js";
import { acquire, keepAlive } from "../lock/processMutex.js";
import type { PushRequest } from "./request.js";
import type { PushListener } from "./run.js";

/** The pushes that have not ended yet: one at most for each connection of a tenant. */
export class ActivePushes {
  readonly #keys = new Set<string>();
  readonly #folder: string | undefined;

  /** @param folder where the windows on this machine keep which connections they send to; without it, others are not looked at. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /** Begins pushes, but those to a connection that has one already. @returns those that began, and what ends them. */
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

  /**
   * Notes that this window sends to a connection now. What a window has noted that has ended no longer counts.
   * @returns what ends that; undefined where another window sends to it.
   * @throws an error of the file system.
   */
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

  /** Whether another window sends to a connection now. */
  async isSentElsewhere(connection: ConnectionKey): Promise<boolean> {
    const end = await this.beginSending(connection);
    await end?.();
    return end === undefined;
  }
}

/** What two pushes to one connection have in common. */
export function keyOf({ tenant, id }: { readonly tenant: { readonly origin: string }; readonly id: string }): string {
  return `${tenant.origin} ${id}`;
}

export type FileActivity = "checking" | "pushing";

/** What this window is doing about setup files just now. A file is given by its URI; an empty one is no file. */
export class FileActivities {
  /** What goes on for each file, what began last at the end. */
  readonly #inProgress = new Map<string, readonly FileActivity[]>();
  readonly #events = new EventEmitter<{ change: [file: string] }>();

  /** Calls back with a file about which something else is being done now. @returns what ends that. */
  onDidChange(listener: (file: string) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  /** What is being done about a file; undefined for nothing. */
  of(file: string): FileActivity | undefined {
    return this.#inProgress.get(file)?.at(-1);
  }

  /** Hears what work on files begins and ends. */
  readonly hear: PushListener = (event) => {
    if ((event.kind !== "begins" && event.kind !== "ends") || event.file === "") return;
    const { kind, file, activity } = event;
    const inProgress = this.#inProgress.get(file) ?? [];
    this.#set(
      file,
      kind === "begins" ? [...inProgress, activity] : inProgress.toSpliced(inProgress.lastIndexOf(activity), 1),
    );
  };

  #set(file: string, inProgress: readonly FileActivity[]): void {
    const before = this.of(file);
    if (inProgress.length > 0) this.#inProgress.set(file, inProgress);
    else this.#inProgress.delete(file);
    if (this.of(file) !== before) this.#events.emit("change", file);
  }
}
