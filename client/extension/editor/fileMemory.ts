import { EventEmitter } from "node:events";
import type * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import { isSameConnection, type ConnectionKey } from "../../core/connections/connectionKey.js";
import { carryOverRename, type RecordState, type RememberedRecord } from "../../core/push/drift.js";
import type { ValueDigests } from "../../core/secrets/valueDigests.js";
import { realFile } from "./setupFiles.js";
import type { JournalEntry } from "../../core/push/journal.js";
import { placeAfterMove, type Storage } from "../../core/push/storage.js";

const KEY = "vaultconn.files";

/** More files than this are not remembered; the ones used longest ago go first. */
const MOST_FILES = 5000;

/** The connection a file was last pushed to, made from or compared with. Nothing here is secret. */
export interface Remembered extends ConnectionKey {
  /** The record as it was then; undefined where it was only chosen. */
  readonly record?: RememberedRecord | undefined;
  /** What the file asked for when it was last pushed, as a keyed digest; undefined before the first push. */
  readonly pushed?: string | undefined;
  /** What the values behind its references were then, as keyed digests; undefined where an earlier version pushed it. */
  readonly values?: ValueDigests | undefined;
  /** Whether that push took effect only probably. */
  readonly probably?: boolean | undefined;
  /** Whether the connection was changed on the service after that push, and the file was compared with it since. */
  readonly overtaken?: boolean | undefined;
  /** Whether the file is linked to the connection although it cannot name it: a bare setup, which has no place for an id. */
  readonly linked?: boolean | undefined;
}

/** What is remembered about setup files outside of them, for this workspace. A symbolic link is the file that it leads to. */
export class FileMemory {
  readonly #state: Storage;
  readonly #events = new EventEmitter<{ change: [readonly string[]] }>();

  constructor(state: Storage) {
    this.#state = state;
  }

  /** Calls back with the URIs of files about which something else is remembered now. @returns what ends that. */
  onDidChange(listener: (files: readonly string[]) => void): { dispose(): void } {
    this.#events.on("change", listener);
    return { dispose: () => this.#events.off("change", listener) };
  }

  get(file: vscode.Uri): Remembered | undefined {
    return this.#files()[realFile(file).toString()];
  }

  /** What is remembered of a file about this connection; undefined where the file was for another one. */
  about(file: vscode.Uri, connection: ConnectionKey): Remembered | undefined {
    const remembered = this.get(file);
    return remembered && isSameConnection(remembered, connection) ? remembered : undefined;
  }

  /**
   * What is remembered of a file about the connection that it is linked to; undefined where that is another one, or none.
   * A push alone links nothing.
   * @param contents what the file names.
   */
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
    const others = Object.entries(this.#files()).filter(([other]) => other !== key);
    const entries = [...others, [key, remembered] as const].slice(-MOST_FILES);
    await this.#keep(entries, [file.toString()]);
  }

  /** Forgets every file that was for a connection of the tenant at this origin. */
  async forget(origin: string): Promise<void> {
    const entries = Object.entries(this.#files());
    const others = entries.filter(([, remembered]) => remembered.origin !== origin);
    const gone = entries.filter(([, remembered]) => remembered.origin === origin).map(([key]) => key);
    if (gone.length > 0) await this.#keep(others, gone);
  }

  /** Follows a rename of a connection that we made ourselves, for every file that had seen the connection as it was just before. */
  async renamed(connection: ConnectionKey, before: RecordState, after: RecordState): Promise<void> {
    const entries = Object.entries(this.#files());
    const updated = entries.map(([key, remembered]) => {
      const record = isSameConnection(remembered, connection)
        ? carryOverRename(remembered.record, before, after)
        : undefined;
      return [key, record ? { ...remembered, record } : remembered] as const;
    });
    const changed = updated.filter(([, remembered], index) => remembered !== entries[index]?.[1]);
    if (changed.length > 0)
      await this.#keep(
        updated,
        changed.map(([key]) => key),
      );
  }

  /** Goes with a file, or with all files of a folder, that was renamed or moved. What comes to stand there next is another file. */
  async moved(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const [old, now] = [realFile(from).toString(), realFile(to).toString()];
    const keyNow = (key: string) => placeAfterMove(key, old, now);
    const entries = Object.entries(this.#files());
    if (entries.every(([key]) => keyNow(key) === key)) return;
    const moved = entries
      .filter(([key]) => keyNow(key) !== key)
      .map(([key, remembered]) => [keyNow(key), remembered] as const);
    const others = entries.filter(([key]) => keyNow(key) === key);
    await this.#keep(
      [...others, ...moved],
      entries
        .map(([key]) => key)
        .filter((key) => keyNow(key) !== key)
        .flatMap((key) => [key, keyNow(key)]),
    );
  }

  async #keep(entries: readonly (readonly [string, Remembered])[], changed: readonly string[]): Promise<void> {
    await this.#state.set(KEY, Object.fromEntries(entries));
    this.#events.emit("change", changed);
  }

  #files(): Readonly<Record<string, Remembered>> {
    return (this.#state.get(KEY) ?? {}) as Readonly<Record<string, Remembered>>;
  }
}

/**
 * Whether a push whose outcome is not known is the last that is known of its
 * file. It is not where the file was pushed to another connection, or compared
 * with it, since.
 */
export function isLastPush(
  push: Pick<JournalEntry, "origin" | "id" | "startedAt">,
  remembered: Remembered | undefined,
): boolean {
  if (!remembered || isSameConnection(remembered, push)) return true;
  return (remembered.record?.at ?? 0) <= push.startedAt;
}
