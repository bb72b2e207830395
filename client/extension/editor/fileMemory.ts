import { existsSync } from "node:fs";
import * as vscode from "vscode";
import type { InspectResult } from "../../../server/protocol/messages.js";
import {
  connectionKey,
  isNamed,
  isSameConnection,
  type ConnectionKey,
  type NamedConnection,
} from "../../core/connections/connectionKey.js";
import type { ConnectionStore } from "../../core/connections/store.js";
import type { LockEntry } from "../../core/lock/lockEntries.js";
import { carryOverRename, driftSince, stateOf } from "../../core/push/compareRecords.js";
import type { JournalEntry, RecordState, RememberedRecord } from "../../core/push/pushTypes.js";
import { RecordPlaces } from "../../core/service/operations/recordReader.js";
import { isValueDigests, type Digests, type ValueDigests } from "../../core/secrets/valueDigests.js";
import { isObject } from "../../core/text/json.js";
import { requestedUpdate } from "./inspection.js";
import { realFile } from "./setupFiles.js";
import { placeAfterMove, type Storage } from "../../core/storage/durableStorage.js";
import { isBoolean, isDate, isNumber, isOrigin, isString, optional, shape } from "../../core/storage/shape.js";

const KEY = "vaultconn.files";

/** The connection that a file was last pushed to, created from or compared with. Nothing here is secret. */
export interface Remembered extends ConnectionKey {
  /** The record at that time; undefined if the connection was only chosen. */
  readonly record?: RememberedRecord | undefined;
  /** A keyed digest of the file's last pushed update; undefined before the first push. */
  readonly pushed?: string | undefined;
  /** In milliseconds since the epoch; undefined before the first push, or if an earlier version pushed it. */
  readonly pushedAt?: number | undefined;
  /** Keyed digests of the values of its references in that push; undefined if an earlier version pushed it. */
  readonly values?: ValueDigests | undefined;
  /** When the token in the last push of a setup ends (`full-date`); undefined if it doesn't say. */
  readonly expires?: string | undefined;
  /** Whether that push was probably, but not certainly, applied. */
  readonly probably?: boolean | undefined;
  /** Whether the connection changed on the service after that push, and the user has compared the file with it. */
  readonly superseded?: boolean | undefined;
  /** Whether the connection was renamed here after that push, without the file. */
  readonly renamed?: boolean | undefined;
  /** Whether the file is linked without naming the connection, since a bare setup can't contain an id. */
  readonly linked?: boolean | undefined;
}

type Entry = readonly [string, Remembered];

/**
 * What this workspace remembers of setup files. A symbolic link counts as its target. It's stored by path, but belongs
 * to the connection, since files move without being reported: by `git mv`, or with another branch. So a file that names
 * a connection gets the latest of what's remembered of it.
 */
export class FileMemory {
  readonly #state: Storage;
  readonly #places: RecordPlaces;
  readonly #changed = new vscode.EventEmitter<readonly Entry[]>();
  /** The latest of each connection, by id; undefined if it has to be collected again. */
  #latest: ReadonlyMap<string, readonly Remembered[]> | undefined;
  /** By URI. */
  #files: ReadonlyMap<string, Remembered>;
  /** Fires with the URIs of the files, and what was or is remembered of them. */
  readonly onDidChange = this.#changed.event;

  constructor(state: Storage, places = new RecordPlaces()) {
    this.#state = state;
    this.#places = places;
    const stored = state.get(KEY);
    const entries = Object.entries<unknown>(isObject(stored) ? stored : {});
    this.#files = new Map(entries.flatMap(([file, entry]): Entry[] => (isRemembered(entry) ? [[file, entry]] : [])));
    for (const [, remembered] of this.latest) places.readStored(remembered, remembered.record);
  }

  /** By path alone. */
  get(file: vscode.Uri): Remembered | undefined {
    return this.#files.get(realFile(file).toString());
  }

  /** What's remembered of a file. @param named the connection that it names, if it does. */
  of(file: vscode.Uri, named: NamedConnection | undefined): Remembered | undefined {
    const own = this.get(file);
    if (!named) return own;
    const known = (this.#latestById().get(named.id) ?? []).filter((remembered) => isNamed(named, remembered));
    // Without a tenant in the file, its path may say which one is meant.
    const same = own && known.find((remembered) => isSameConnection(remembered, own));
    if (same) return seenAt(own) < seenAt(same) ? { ...same, linked: own.linked } : own;
    return known.length === 1 && known[0] ? { ...known[0], linked: undefined } : undefined;
  }

  /** What's remembered of a connection, for a file. */
  about(file: vscode.Uri, { origin, id }: ConnectionKey): Remembered | undefined {
    return this.of(file, { id, tenant: new URL(origin).host });
  }

  /** What's remembered about the connection that a file is linked to. A push alone doesn't link a file. */
  ofLinked(
    file: vscode.Uri,
    { shape, id, tenant }: Pick<InspectResult, "shape" | "id" | "tenant">,
  ): Remembered | undefined {
    if (id) return this.of(file, { id: id.value, tenant: tenant?.value.toLowerCase() });
    const own = this.get(file);
    return shape === "bare" && own?.linked === true ? this.about(file, own) : undefined;
  }

  /** The latest of each connection, with the file as which it was remembered, which may have moved. */
  get latest(): readonly Entry[] {
    const latest = new Map<string, Entry>();
    for (const [file, remembered] of this.#files) {
      const [, other] = latest.get(connectionKey(remembered)) ?? [];
      if (!other || seenAt(other) <= seenAt(remembered)) latest.set(connectionKey(remembered), [file, remembered]);
    }
    return [...latest.values()];
  }

  #latestById(): ReadonlyMap<string, readonly Remembered[]> {
    const latest = () => this.latest.map(([, remembered]) => remembered);
    return (this.#latest ??= Map.groupBy(latest(), ({ id }) => id));
  }

  async remember(file: vscode.Uri, remembered: Remembered): Promise<void> {
    const key = realFile(file).toString();
    const record = remembered.record && { ...remembered.record, ...this.#places.toStored(remembered) };
    const kept = { ...remembered, record };
    await this.#persist([...this.#files, [key, kept]], [[file.toString(), kept]]);
  }

  async forget(origin: string): Promise<void> {
    const entries = [...this.#files];
    const gone = entries.filter(([, remembered]) => remembered.origin === origin);
    const others = entries.filter((entry) => !gone.includes(entry));
    if (gone.length > 0) await this.#persist(others, gone);
  }

  /** Updates files that had seen the connection before a rename, so that the rename doesn't count as drift. */
  async renamed(connection: ConnectionKey, before: RecordState, after: RecordState): Promise<void> {
    const entries = [...this.#files];
    const updated = entries.flatMap(([key, remembered]): Entry[] => {
      const record = isSameConnection(remembered, connection) && carryOverRename(remembered.record, before, after);
      return record ? [[key, { ...remembered, record, renamed: true }]] : [];
    });
    if (updated.length > 0) await this.#persist([...entries, ...updated], updated);
  }

  /** Keeps what's remembered when a file or folder moves. A new file in the old place is a different one. */
  async moved(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const [old, now] = [realFile(from).toString(), realFile(to).toString()];
    const entries = [...this.#files];
    const moved = entries.filter(([key]) => placeAfterMove(key, old, now) !== key);
    const others = entries.filter((entry) => !moved.includes(entry));
    const placed = moved.map(([key, remembered]): Entry => [placeAfterMove(key, old, now), remembered]);
    if (moved.length > 0) await this.#persist([...others, ...placed], [...moved, ...placed]);
  }

  /**
   * Finds what's remembered of a bare setup that moved without being reported: it sends what was pushed from the only
   * such file that's gone.
   * @param inspect called if such files are gone.
   */
  async findMoved(
    file: vscode.Uri,
    digests: Pick<Digests, "of">,
    inspect: () => Promise<InspectResult | null>,
  ): Promise<Remembered | undefined> {
    const gone = [...this.#files].flatMap(([key, { linked, pushed }]) => {
      const uri = vscode.Uri.parse(key);
      return linked === true && uri.scheme === "file" && !existsSync(uri.fsPath) ? [{ uri, pushed }] : [];
    });
    const inspected = gone.length === 0 ? null : await inspect();
    if (inspected?.shape !== "bare") return undefined;
    const digest = await digests.of(requestedUpdate(inspected));
    const [found, ...others] = gone.filter(({ pushed }) => pushed === digest);
    if (!found || others.length > 0) return undefined;
    await this.moved(found.uri, file);
    return this.get(file);
  }

  /** @param entries of several for a file, the last one counts. */
  async #persist(entries: readonly Entry[], changed: readonly Entry[]): Promise<void> {
    this.#files = new Map(entries);
    this.#latest = undefined;
    await this.#state.update(KEY, Object.fromEntries(entries));
    this.#changed.fire(changed);
  }
}

const isRemembered = shape<Remembered>({
  origin: isOrigin,
  id: isString,
  record: optional(
    shape<RememberedRecord>({
      name: isString,
      ready: isBoolean,
      fingerprint: isString,
      updated_at: isString,
      at: isNumber,
    }),
  ),
  pushed: optional(isString),
  pushedAt: optional(isNumber),
  values: optional(isValueDigests),
  expires: optional(isDate),
  probably: optional(isBoolean),
  superseded: optional(isBoolean),
  renamed: optional(isBoolean),
  linked: optional(isBoolean),
});

/**
 * Whether a push is the last one of its file: the file wasn't pushed to or compared with another connection after it.
 */
export function isLastPush(
  push: Pick<JournalEntry, "origin" | "id" | "startedAt">,
  remembered: Remembered | undefined,
): boolean {
  if (!remembered || isSameConnection(remembered, push)) return true;
  return seenAt(remembered) <= push.startedAt;
}

function seenAt({ record }: Remembered): number {
  return record?.at ?? 0;
}

/**
 * How a connection's row compares with what's remembered of it, or with the lock file.
 * @returns undefined if it isn't loaded, or has too few properties to tell.
 */
export function compareRow(
  id: string,
  { record, superseded }: Pick<Remembered, "record" | "superseded">,
  locked: LockEntry | undefined,
  store: ConnectionStore | undefined,
): "gone" | "drifted" | "superseded" | "same" | undefined {
  if (!store || store.isGone(id)) return store && "gone";
  const now = store.find(id);
  const { loadedAt, more, isCutOff } = store.snapshot;
  const known = record ?? locked;
  if (known && !now && loadedAt !== undefined && !more && !isCutOff) return "gone";
  const drift = known && now && driftSince({ remembered: record, locked }, stateOf(now));
  if (drift?.kind === "changed") return "drifted";
  if (superseded === true) return "superseded";
  return drift?.kind === "same" ? "same" : undefined;
}
