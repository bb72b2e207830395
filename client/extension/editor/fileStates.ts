import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import * as vscode from "vscode";
import { FILE_ENDING, isInside } from "../../../schemas/files.js";
import { connectionKey } from "../../core/connections/connectionKey.js";
import { holdsValues, maskedDigest } from "../../core/lock/maskedDigest.js";
import type { JournalEntry } from "../../core/push/pushTypes.js";
import type { PushJournal } from "../../core/push/state/journal.js";
import { type FileActivities } from "../../core/push/state/fileActivities.js";
import type { Rotations } from "../../core/push/state/openRotations.js";
import { findReplacedValues, type Digests, type ValueDigests } from "../../core/secrets/valueDigests.js";
import { compareRow, type FileMemory, isLastPush, type Remembered } from "./fileMemory.js";
import { daysLeft, endOfPush, onDidChangeDaysLeft } from "./credentialEnd.js";
import { decideFileState, type FileFacts } from "./decideFileState.js";
import { requestedUpdate } from "./inspection.js";
import type { LanguageServer } from "./languageServer.js";
import type { LockFiles } from "./lockFiles.js";
import { nameBeforeRename } from "./nameBeforeRename.js";
import { onFileEvent, realFile } from "./setupFiles.js";
import type { SetupFileIndex } from "./setupFileIndex.js";
import type { FileState } from "./states.js";
import { keyInLock, type LockKey } from "./keyInLock.js";
import { parseTime } from "../../core/text/formatTime.js";
import type { FileValues } from "./fileValues.js";
import type { Sessions } from "../tenants/sessions.js";
import { InspectRequest, type InspectResult } from "../../../server/protocol/messages.js";
import { inBackground } from "../ui/inBackground.js";

interface TrackedState {
  readonly file: vscode.Uri;
  /** The file itself and its symbolic links. */
  readonly same: readonly TrackedState[];
  /** The last computed state; undefined at first. */
  last?: FileState;
  hasBegun?: boolean;
  /** Undefined if the file has changed since. */
  inspection?: Promise<InspectResult | null> | undefined;
  /** Undefined if the file, what's remembered about it, or a value of its references has changed since. */
  reading?: Promise<Reading> | undefined;
  /** The paths that the values come from; undefined if the file has no references. */
  paths?: readonly string[] | undefined;
  /** Digests of providers' values, as this window last read them: in a push or on request. */
  ofProviders?: ValueDigests["of"];
  /** Whether the connection's row says something else now. */
  hasRowChanged?: () => boolean;
}

/** What a file says, and what's remembered of it. */
interface Reading extends Pick<FileFacts, "remembered" | "values"> {
  readonly inspected: InspectResult | undefined;
  /** Undefined if the file can't be inspected, or the last push used another key. */
  readonly digest: string | undefined;
}

const NOTHING_READ: Reading = {
  remembered: undefined,
  inspected: undefined,
  digest: undefined,
  values: { replaced: [], notCompared: [] },
};

interface Parts {
  readonly memory: FileMemory;
  readonly journal: PushJournal;
  readonly digests: Digests;
  readonly languageServer: LanguageServer;
  readonly sessions: Pick<Sessions, "onDidChange" | "all" | "withHost" | "withOrigin">;
  readonly setupFiles: SetupFileIndex;
  readonly locks: Pick<LockFiles, "of" | "onDidChange">;
  readonly activities: FileActivities;
  readonly rotations: Pick<Rotations, "changesSince" | "onDidChange">;
  readonly values: FileValues;
}

/** The states of setup files, cached until the file or the service changes. */
export class FileStates {
  readonly #parts: Parts;
  /** By URI. `#bySame` uses the URI that symbolic links lead to. */
  readonly #tracked = new Map<string, TrackedState>();
  readonly #bySame = new Map<string, TrackedState[]>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri[]>();
  /** A workspace may have thousands of files. */
  readonly #limit = pLimit(8);
  /** Fires with the files whose state changed. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: Parts, files: vscode.FileSystemWatcher, subscriptions: vscode.Disposable[]) {
    this.#parts = parts;
    const { activities, journal, locks, memory, rotations, sessions, setupFiles } = parts;
    const changed = (uri: vscode.Uri) => {
      this.changed([uri]);
    };
    const all = () => {
      this.#recomputeSoon([...this.#tracked.values()]);
    };
    subscriptions.push(
      parts.values.watch((isChanged) => {
        const tracked = [...this.#tracked.values()].filter(({ paths }) => paths && isChanged(paths));
        for (const each of tracked) each.reading = undefined;
        this.#recomputeSoon(tracked);
      }),
      activities.onDidChange((file) => {
        this.#recomputeSoon(this.#sameAs(vscode.Uri.parse(file)));
      }),
      rotations.onDidChange(all),
      onDidChangeDaysLeft(all),
      locks.onDidChange((lock) => {
        const tracked = [...this.#tracked.values()];
        this.#recomputeSoon(tracked.filter(({ file }) => isInside(path.dirname(lock), file.fsPath)));
      }),
      onFileEvent(files, (uri) => {
        if (uri.path.endsWith(FILE_ENDING)) changed(uri);
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        changed(uri);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri, isDirty } }) => {
        // Edits count once they're saved. If another program writes the file, VS Code reloads it without making it
        // dirty.
        if (isDirty) for (const same of this.#sameAs(uri)) this.#forget(same);
        else changed(uri);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          inBackground("move-memory", () =>
            Promise.all([memory.moved(oldUri, newUri), journal.moved(oldUri.toString(), newUri.toString())]),
          );
        }
      }),
      memory.onDidChange((changes) => {
        this.changed(changes.flatMap(([file, about]) => [vscode.Uri.parse(file), ...setupFiles.filesOf(about)]));
      }),
      setupFiles.onDidChange((named) => {
        this.changed(named.map(({ file }) => file));
      }),
      sessions.onDidChange(() => {
        this.#recomputeSoon([...this.#tracked.values()].filter(({ hasRowChanged }) => hasRowChanged?.()));
      }),
    );
  }

  /** Recomputes states, for example after a push. */
  changed(files: readonly vscode.Uri[]): void {
    const tracked = files.flatMap((file) => this.#sameAs(file));
    for (const each of tracked) this.#forget(each);
    this.#recomputeSoon(tracked);
  }

  /** Reads all files again, for example after the language server was started again. */
  allChanged(): void {
    this.changed([...this.#tracked.values()].map(({ file }) => file));
  }

  setProviderValues(file: vscode.Uri, values: ValueDigests): void {
    const tracked = this.#track(file);
    const ofProviders = Object.entries(values.of).filter(([key]) => key.startsWith("provider:"));
    tracked.ofProviders = { ...tracked.ofProviders, ...Object.fromEntries(ofProviders) };
  }

  /** What a file contains now; null if it's gone. */
  async inspect(file: vscode.Uri): Promise<InspectResult | null> {
    const tracked = this.#track(file);
    this.#forget(tracked);
    return this.#inspect(tracked);
  }

  /** The last computed state. If there's none, starts computing it, and `onDidChange` reports it. */
  last(file: vscode.Uri): FileState | undefined {
    const tracked = this.#track(file);
    if (tracked.hasBegun !== true)
      inBackground("compute-file-states", () => this.#limit(() => this.#recompute([tracked])));
    tracked.hasBegun = true;
    return tracked.last;
  }

  async of(file: vscode.Uri): Promise<FileState> {
    const tracked = this.#track(file);
    return { ...(await this.#stateOf(tracked)), doing: firstOf(tracked, (same) => this.#parts.activities.of(same)) };
  }

  async #stateOf(tracked: TrackedState): Promise<FileState> {
    const { file } = tracked;
    const { digests, journal, locks, memory, rotations, sessions, setupFiles } = this.#parts;
    const named = await setupFiles.findNamed(file);
    const inspect = () => this.#inspect(tracked);
    const known = memory.of(file, named) ?? (named ? undefined : await memory.findMoved(file, digests, inspect));
    const lockedAs = async (key: LockKey | undefined) => key && (await locks.of(file, key.tenant, key.id));
    // Nothing is known of most files, so they don't need to be read.
    const isKnown = known !== undefined || (await lockedAs(keyInLock(sessions, undefined, named))) !== undefined;
    if (isKnown) tracked.reading ??= this.#read(tracked, known);
    const { reading } = tracked;
    const { remembered, inspected, digest, values } = (isKnown ? await reading : undefined) ?? NOTHING_READ;
    const keyNow = () => keyInLock(sessions, remembered, named);
    const key = keyNow();
    const locked = await lockedAs(key);
    // The file or a value has changed in the meantime, so the result is outdated.
    if (tracked.reading !== reading) return this.#stateOf(tracked);
    const sessionNow = () =>
      remembered ? sessions.withOrigin(remembered.origin) : locked && sessions.withHost(locked.tenant);
    const compared = () => key && compareRow(key.id, remembered ?? {}, locked, sessionNow()?.store);
    const row = compared();
    tracked.hasRowChanged = () => compared() !== row || !isDeepStrictEqual(keyNow(), key);
    const masked = key && inspected && maskedDigest({ ...key, inspected });
    const endsIn = daysLeft(file, named?.expires ?? endOfPush(remembered, locked));
    const state = decideFileState({
      remembered,
      activity: firstOf(tracked, (same) => journal.activityOf(same, named)),
      isOutcomeUnknown: this.openPush(file) !== undefined,
      row,
      written: digest && masked ? { digest, masked, hasValues: holdsValues(inspected) } : undefined,
      otherName: nameBeforeRename(inspected, remembered, {
        name: (key && sessionNow()?.store.find(key.id)?.name) ?? remembered?.record?.name,
        isFileLocked: masked !== undefined && masked === locked?.digest,
      }),
      locked: locked?.digest,
      values,
      valuesSinceLock: rotations.changesSince(parseTime(locked?.updated_at), inspected?.references ?? []),
    });
    return endsIn === undefined ? state : { ...state, endsIn };
  }

  /** The last push of a file if its outcome is unknown. */
  openPush(file: vscode.Uri): JournalEntry | undefined {
    const { journal, memory, setupFiles } = this.#parts;
    const named = setupFiles.namedBy(file);
    const entry = firstOf(this.#track(file), (same) => journal.unknownOf(same, named));
    return entry && isLastPush(entry, memory.of(file, named)) ? entry : undefined;
  }

  #track(file: vscode.Uri): TrackedState {
    const known = this.#tracked.get(file.toString());
    if (known) return known;
    const real = realFile(file).toString();
    const same = this.#bySame.get(real) ?? [];
    const tracked: TrackedState = { file, same };
    same.push(tracked);
    this.#bySame.set(real, same);
    this.#tracked.set(file.toString(), tracked);
    return tracked;
  }

  #sameAs(file: vscode.Uri): readonly TrackedState[] {
    return this.#bySame.get(realFile(file).toString()) ?? [];
  }

  #forget(tracked: TrackedState): void {
    tracked.inspection = undefined;
    tracked.reading = undefined;
  }

  #recomputeSoon(files: readonly TrackedState[]): void {
    inBackground("compute-file-states", () => this.#recompute(files));
  }

  async #recompute(files: readonly TrackedState[]): Promise<void> {
    const states = await Promise.allSettled(files.map(({ file }) => this.of(file)));
    const different = files.filter((tracked, at) => {
      const state = states[at];
      // A file whose state is unknown is tried again when it's next shown.
      tracked.hasBegun = state?.status === "fulfilled";
      if (state?.status !== "fulfilled") return false;
      if (isDeepStrictEqual(tracked.last, state.value)) return false;
      tracked.last = state.value;
      return true;
    });
    if (different.length > 0) this.#changed.fire(different.map(({ file }) => file));
    const failed = states.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  #inspect(tracked: TrackedState): Promise<InspectResult | null> {
    const uri = tracked.file.toString();
    const reply = (tracked.inspection ??= this.#parts.languageServer.request(InspectRequest, { uri }));
    reply.catch(() => {
      if (tracked.inspection === reply) tracked.inspection = undefined;
    });
    return reply;
  }

  /** Reads a file, and compares it with what's remembered of its last push. */
  async #read(tracked: TrackedState, known: Remembered | undefined): Promise<Reading> {
    const [{ file }, { digests, memory, values }] = [tracked, this.#parts];
    const inspected = (await this.#inspect(tracked).catch(() => null)) ?? undefined;
    const remembered = inspected ? memory.ofLinked(file, inspected) : known;
    const isKeyKnown = !remembered?.values || remembered.values.key === (await digests.key());
    const digest = inspected && isKeyKnown ? await digests.of(requestedUpdate(inspected)) : undefined;
    if (remembered?.pushed === undefined) return { ...NOTHING_READ, remembered, inspected, digest };
    const references = inspected?.references ?? [];
    tracked.paths = references.length === 0 ? undefined : await values.pathsOf(file, references);
    const key = connectionKey(remembered);
    const sources = () => values.sourcesFor(file);
    const changes = await findReplacedValues(references, remembered.values, key, sources, digests, tracked.ofProviders);
    return { remembered, inspected, digest, values: changes };
  }
}

function firstOf<Found>({ same }: TrackedState, find: (file: string) => Found | undefined): Found | undefined {
  return same.map(({ file }) => find(file.toString())).find((found) => found !== undefined);
}
