import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { isSameConnection, type ConnectionKey } from "../../core/connections/connectionKey.js";
import { carryOverRename, type RecordState, type RememberedRecord } from "../../core/push/drift.js";
import type { ValueDigests } from "../../core/secrets/valueDigests.js";
import { realFile } from "./setupFiles.js";
import type { JournalEntry } from "../../core/push/journal.js";
import { placeAfterMove, type Storage } from "../../core/push/storage.js";

const KEY = "vaultconn.files";

/** The connection that a file was last pushed to, created from or compared with. Nothing here is secret. */
export interface Remembered extends ConnectionKey {
  /** The record at that time; undefined if the connection was only chosen. */
  readonly record?: RememberedRecord | undefined;
  /** A keyed digest of the file's last pushed update; undefined before the first push. */
  readonly pushed?: string | undefined;
  /** Keyed digests of the values of its references in that push; undefined if an earlier version pushed it. */
  readonly values?: ValueDigests | undefined;
  /** Whether that push was probably, but not certainly, applied. */
  readonly probably?: boolean | undefined;
  /** Whether the connection changed on the service after that push, and the user has compared the file with it. */
  readonly superseded?: boolean | undefined;
  /** Whether the file is linked without naming the connection, since a bare setup can't contain an id. */
  readonly linked?: boolean | undefined;
}

type Entry = readonly [string, Remembered];

/** What this workspace remembers of setup files. A symbolic link counts as its target. */
export class FileMemory {
  readonly #state: Storage;
  readonly #changed = new vscode.EventEmitter<readonly string[]>();
  /** Fires with the URIs of the files. */
  readonly onDidChange = this.#changed.event;

  constructor(state: Storage) {
    this.#state = state;
  }

  get(file: vscode.Uri): Remembered | undefined {
    return this.#files()[realFile(file).toString()];
  }

  /** Returns undefined if the file was for another connection. */
  about(file: vscode.Uri, connection: ConnectionKey): Remembered | undefined {
    const remembered = this.get(file);
    return remembered && isSameConnection(remembered, connection) ? remembered : undefined;
  }

  /** What's remembered about the connection that a file is linked to. A push alone doesn't link a file. */
  ofLinked(
    file: vscode.Uri,
    { shape, id, tenant }: Pick<InspectResult, "shape" | "id" | "tenant">,
  ): Remembered | undefined {
    const remembered = this.get(file);
    if (!remembered) return undefined;
    if (tenant && tenant.value.toLowerCase() !== new URL(remembered.origin).host) return undefined;
    const isLinked = id ? id.value === remembered.id : shape === "bare" && remembered.linked === true;
    return isLinked ? remembered : undefined;
  }

  async remember(file: vscode.Uri, remembered: Remembered): Promise<void> {
    const key = realFile(file).toString();
    await this.#persist([...Object.entries(this.#files()), [key, remembered]], [[file.toString(), remembered]]);
  }

  async forget(origin: string): Promise<void> {
    const entries = Object.entries(this.#files());
    const gone = entries.filter(([, remembered]) => remembered.origin === origin);
    const others = entries.filter((entry) => !gone.includes(entry));
    if (gone.length > 0) await this.#persist(others, gone);
  }

  /** Updates files that had seen the connection before a rename, so that the rename doesn't count as drift. */
  async renamed(connection: ConnectionKey, before: RecordState, after: RecordState): Promise<void> {
    const entries = Object.entries(this.#files());
    const updated = entries.flatMap(([key, remembered]): Entry[] => {
      const record = isSameConnection(remembered, connection) && carryOverRename(remembered.record, before, after);
      return record ? [[key, { ...remembered, record }]] : [];
    });
    if (updated.length > 0) await this.#persist([...entries, ...updated], updated);
  }

  /** Keeps what's remembered when a file or folder moves. A new file in the old place is a different one. */
  async moved(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const [old, now] = [realFile(from).toString(), realFile(to).toString()];
    const entries = Object.entries(this.#files());
    const moved = entries.filter(([key]) => placeAfterMove(key, old, now) !== key);
    const others = entries.filter((entry) => !moved.includes(entry));
    const placed = moved.map(([key, remembered]): Entry => [placeAfterMove(key, old, now), remembered]);
    if (moved.length > 0) await this.#persist([...others, ...placed], [...moved, ...placed]);
  }

  /** @param entries of several for a file, the last one counts. */
  async #persist(entries: readonly Entry[], changed: readonly Entry[]): Promise<void> {
    await this.#state.update(KEY, Object.fromEntries(entries));
    this.#changed.fire(changed.map(([file]) => file));
  }

  #files(): Readonly<Record<string, Remembered>> {
    return (this.#state.get(KEY) ?? {}) as Readonly<Record<string, Remembered>>;
  }
}

/**
 * Whether a push is the last one of its file: the file wasn't pushed to or compared with another connection after it.
 */
export function isLastPush(
  push: Pick<JournalEntry, "origin" | "id" | "startedAt">,
  remembered: Remembered | undefined,
): boolean {
  if (!remembered || isSameConnection(remembered, push)) return true;
  return (remembered.record?.at ?? 0) <= push.startedAt;
}
