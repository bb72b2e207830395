import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { ConnectionKey } from "../connections/connectionKey.js";
import { acquire, keepAlive } from "../lock/processMutex.js";
import type { PushRequest } from "./request.js";

/** The pushes that have not ended yet: one at most for each connection of a tenant. */
export class ActivePushes {
  readonly #keys = new Set<string>();
  readonly #folder: string | undefined;

  /** @param folder where the windows on this machine keep which connections they send to; without it, others are not looked at. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  /**
   * Begins pushes, but those to a connection that has one already.
   * @returns those that began, and what ends them.
   */
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
