import { createHash } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectionKey, type ConnectionKey } from "../../connections/connectionKey.js";
import { OWN_FOLDER } from "../../storage/durableStorage.js";
import { acquire, keepAlive, type Holder } from "../../storage/processMutex.js";
import { type PushRequest, targetOf } from "../pushTypes.js";

export type ClaimedConnection = Pick<Holder, "isHeld" | "release">;

/** The connections that have a push in progress, in this window or in another. */
export class ActivePushes {
  readonly #keys = new Set<string>();
  readonly #folder: string | undefined;

  readonly #holder: ClaimedConnection;

  /**
   * @param folder where windows on this machine record that they're sending; without it, ignores other windows.
   * @param holder without a folder, what keeps other processes from sending.
   */
  constructor(folder?: string, holder: Pick<Holder, "isHeld"> = { isHeld: () => true }) {
    this.#holder = { isHeld: holder.isHeld, release: () => Promise.resolve() };
    this.#folder = folder;
  }

  /** Skips requests for connections that already have a push. */
  begin(requests: readonly PushRequest[]): { readonly begun: readonly PushRequest[]; readonly end: () => void } {
    const begun = requests.filter((request) => {
      const key = connectionKey(targetOf(request));
      return this.#keys.has(key) ? false : this.#keys.add(key);
    });
    const end = () => {
      for (const request of begun) this.#keys.delete(connectionKey(targetOf(request)));
    };
    return { begun, end };
  }

  /** @returns what to release after sending; undefined if another window is sending. @throws a file system error. */
  async beginSending(connection: ConnectionKey): Promise<ClaimedConnection | undefined> {
    if (this.#folder === undefined) return this.#holder;
    await mkdir(this.#folder, OWN_FOLDER);
    const name = createHash("sha256").update(connectionKey(connection)).digest("hex").slice(0, 16);
    const holder = await acquire(join(this.#folder, `${name}-`), 0);
    return typeof holder === "string" ? undefined : keepAlive(holder);
  }

  async isSentElsewhere(connection: ConnectionKey): Promise<boolean> {
    const claimed = await this.beginSending(connection);
    await claimed?.release();
    return claimed === undefined;
  }
}
