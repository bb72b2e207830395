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
import type { SecretSources } from "../../core/secrets/sources.js";
import { compareValues, type Digests, type ValueDigests } from "../../core/secrets/valueDigests.js";
import { compareRow, type FileMemory, isLastPush, type Remembered } from "./fileMemory.js";
import { decideFileState, type FileFacts } from "./decideFileState.js";
import { type LanguageServer, requestedUpdate } from "./inspection.js";
import type { LockFiles } from "./lockFiles.js";
import { onFileEvent, realFile } from "./setupFiles.js";
import type { SetupFileIndex } from "./setupFileIndex.js";
import type { FileState } from "./states.js";
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

/** What a file says, and what was pushed of it. */
type Reading = Pick<FileFacts, "remembered" | "written" | "values">;

/** Where the values of references come from. */
export interface FileValues {
  /** The sources for one comparison. */
  readonly sourcesFor: (file: vscode.Uri) => Promise<SecretSources>;
  /** The paths that the values of a file come from. */
  readonly pathsOf: (file: vscode.Uri, references: InspectResult["references"]) => Promise<readonly string[]>;
  /** Calls `changed` with a test of whether the values that come from some paths may be new. */
  readonly watch: (changed: (isChanged: (paths: readonly string[]) => boolean) => void) => vscode.Disposable;
}

interface Parts {
  readonly memory: FileMemory;
  readonly journal: PushJournal;
  readonly digests: Digests;
  readonly languageServer: LanguageServer;
  readonly sessions: Pick<Sessions, "onDidChange" | "withOrigin">;
  readonly setupFiles: SetupFileIndex;
  readonly locks: Pick<LockFiles, "of" | "onDidChange">;
  readonly activities: FileActivities;
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
    const { activities, journal, locks, memory, sessions, setupFiles } = parts;
    const changed = (uri: vscode.Uri) => {
      this.changed([uri]);
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
      locks.onDidChange((lock) => {
        const folder = path.dirname(lock);
        this.#recomputeSoon([...this.#tracked.values()].filter(({ file }) => isInside(folder, file.fsPath)));
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
    const state = await this.#stateOf(tracked);
    return { ...state, doing: firstOf(tracked, (same) => this.#parts.activities.of(same)) };
  }

  async #stateOf(tracked: TrackedState): Promise<FileState> {
    const { file } = tracked;
    const { digests, journal, locks, memory, sessions, setupFiles } = this.#parts;
    const named = setupFiles.namedBy(file);
    const inspect = () => this.#inspect(tracked);
    const known = memory.of(file, named) ?? (named ? undefined : await memory.findMoved(file, digests, inspect));
    // Most files have nothing remembered, so they don't need to be read.
    if (known) tracked.reading ??= this.#read(tracked, known);
    const { reading } = tracked;
    const { remembered, written, values } = (known && (await reading)) ?? {};
    const locked = remembered && (await locks.of(file, new URL(remembered.origin).host, remembered.id));
    // The file or a value has changed in the meantime, so the result is outdated.
    if (tracked.reading !== reading) return this.#stateOf(tracked);
    const compared = () => remembered && compareRow(remembered, locked, sessions.withOrigin(remembered.origin)?.store);
    const row = compared();
    tracked.hasRowChanged = () => compared() !== row;
    return decideFileState({
      remembered,
      activity: firstOf(tracked, (same) => journal.activityOf(same, named)),
      isOutcomeUnknown: this.openPush(file) !== undefined,
      row,
      written,
      locked: locked?.digest,
      values,
    });
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

  /** Compares a file with what was pushed of it. */
  async #read(tracked: TrackedState, known: Remembered): Promise<Reading> {
    const { file } = tracked;
    const { digests, memory, values } = this.#parts;
    const inspected = (await this.#inspect(tracked).catch(() => null)) ?? undefined;
    const remembered = inspected ? memory.ofLinked(file, inspected) : known;
    if (!remembered) return { remembered, written: undefined, values: undefined };
    const about = { id: remembered.id, tenant: new URL(remembered.origin).host };
    const isKeyKnown = !remembered.values || remembered.values.key === (await digests.key());
    const masked = inspected && !holdsValues(inspected) ? maskedDigest({ ...about, written: inspected }) : undefined;
    const written =
      inspected && isKeyKnown ? { digest: await digests.of(requestedUpdate(inspected)), masked } : undefined;
    if (remembered.pushed === undefined) return { remembered, written, values: undefined };
    const references = inspected?.references ?? [];
    tracked.paths = references.length === 0 ? undefined : await values.pathsOf(file, references);
    const key = connectionKey(remembered);
    const sources = () => values.sourcesFor(file);
    const changes = await compareValues(references, remembered.values, key, sources, digests, tracked.ofProviders);
    return { remembered, written, values: changes };
  }
}

function firstOf<Found>({ same }: TrackedState, find: (file: string) => Found | undefined): Found | undefined {
  return same.map(({ file }) => find(file.toString())).find((found) => found !== undefined);
}
