import { isDeepStrictEqual } from "node:util";
import pLimit from "p-limit";
import * as vscode from "vscode";
import type { LockEntry } from "../../core/lock/lockEntry.js";
import { holdsValues, maskedDigest } from "../../core/lock/maskedDigest.js";
import { keyOf, type FileActivities } from "../../core/push/activePushes.js";
import { driftSince, stateOf } from "../../core/push/drift.js";
import type { JournalEntry, PushJournal } from "../../core/push/journal.js";
import type { Digests } from "../../core/secrets/digest.js";
import type { NamedSecrets } from "../../core/secrets/namedSecrets.js";
import type { NamedReference } from "../../core/secrets/problems.js";
import { compareValues, isValueDigests, type ValueChanges } from "../../core/secrets/valueDigests.js";
import { isLastPush, type FileMemory, type Remembered } from "./fileMemory.js";
import { askedBy, inspectFile, type LanguageServer } from "./inspection.js";
import type { LockFiles } from "./lockFiles.js";
import { realFile, SETUP_FILES } from "./setupFiles.js";
import type { FileState } from "./states.js";
import { sourcesFor, ValueSources } from "./valueSources.js";
import type { Sessions, SessionsChange } from "../tenants/sessions.js";
import type { InspectResult } from "../../../server/protocol/messages.js";

/** A file somebody has asked about. */
interface Asked {
  readonly file: vscode.Uri;
  /** The URI of the file itself, where this is a symbolic link. */
  readonly real: string;
  /** As last worked out; undefined while that goes on for the first time. */
  last: FileState | undefined;
  /** Whether that has begun, or waits for others. */
  isBegun: boolean;
  /** What the file asks for, as the language server says; undefined where that has to be asked anew. */
  contents: Promise<Contents | undefined> | undefined;
  /** How its values stand to those that were pushed; undefined where they have to be compared anew. */
  values: Promise<ValueChanges> | undefined;
}

/** What a file asks for. */
interface Contents {
  /** Whether it is linked to the connection that is remembered of it: what is remembered of another says nothing. */
  readonly isLinked: boolean;
  /** As a keyed digest. */
  readonly digest: string;
  /** As the lock file has it; undefined where the text holds values that such a digest does not see. */
  readonly masked: string | undefined;
  readonly references: readonly NamedReference[];
}

/** What tells how files stand. */
interface Parts {
  readonly locks: Pick<LockFiles, "of" | "onDidChange">;
  readonly memory: FileMemory;
  readonly journal: PushJournal;
  readonly activities: FileActivities;
  readonly digests: Digests;
  readonly server: LanguageServer;
  readonly sessions: Sessions;
  readonly secrets: NamedSecrets;
}

/** Says how setup files stand. What was found out about a file is kept until the file or the service changes. */
export class FileStates implements vscode.Disposable {
  readonly #parts: Parts;
  readonly #valueSources: ValueSources;
  readonly #asked = new Map<string, Asked>();
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #subscription: vscode.Disposable;
  /** A workspace may hold thousands of files: the language server is asked about a few of them at a time. */
  readonly #limit = pLimit(8);
  /** Fires with the files that stand in another way than was last said of them. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#valueSources = new ValueSources(parts.secrets);
    const watcher = vscode.workspace.createFileSystemWatcher(SETUP_FILES);
    const changed = (uri: vscode.Uri) => {
      this.changed([uri]);
    };
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      this.#valueSources,
      this.#valueSources.onDidChange((files) => {
        for (const file of files) this.#forget(file, { contents: false });
        void this.#workOut(files);
      }),
      this.#parts.activities.onDidChange((file) => {
        void this.#workOut(this.#sameAs(vscode.Uri.parse(file)));
      }),
      this.#parts.locks.onDidChange(() => {
        void this.#workOut([...this.#asked.values()].map(({ file }) => file));
      }),
      watcher,
      watcher.onDidChange(changed),
      watcher.onDidCreate(changed),
      watcher.onDidDelete(changed),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        changed(uri);
      }),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri, isDirty } }) => {
        // What is typed counts once it is saved. A file that another program wrote is read anew without being typed in.
        if (isDirty) this.#forget(uri);
        else changed(uri);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          void this.#parts.memory.moved(oldUri, newUri);
          void this.#parts.journal.moved(oldUri.toString(), newUri.toString());
        }
      }),
      this.#parts.memory.onDidChange((files) => {
        this.changed(files.map((file) => vscode.Uri.parse(file)));
      }),
      this.#parts.sessions.onDidChange((change) => {
        this.#compareAnew(change);
      }),
    );
  }

  /** Works out anew how files stand, as after a push. */
  changed(files: readonly vscode.Uri[]): void {
    const asked = files.flatMap((file) => this.#sameAs(file));
    for (const file of asked) this.#forget(file);
    void this.#workOut(asked);
  }

  /** How a file stood when that was last worked out. Where it never was, that begins now, and `onDidChange` tells the end. */
  last(file: vscode.Uri): FileState | undefined {
    const asked = this.#ask(file);
    if (!asked.last && !asked.isBegun) void this.#limit(() => this.#workOut([file]));
    asked.isBegun = true;
    return asked.last;
  }

  /**
   * How a file stands.
   * @param inspect asks what it holds, where that is not known yet; given where it is to be known beside this.
   */
  async of(file: vscode.Uri, inspect?: () => Promise<InspectResult | null>): Promise<FileState> {
    const standing = await this.#standing(file, inspect);
    return { ...standing, doing: this.#firstOf(file, (same) => this.#parts.activities.of(same)) };
  }

  async #standing(file: vscode.Uri, inspect = () => inspectFile(this.#parts.server, file)): Promise<FileState> {
    const asked = this.#ask(file);
    const known = this.#parts.memory.get(file);
    // Nothing is remembered of most files, and none of those is read.
    const reading = known && (asked.contents ??= this.#read(file, inspect, known));
    const answer = await reading?.then(
      (read) => ({ read }),
      () => undefined,
    );
    const contents = answer?.read;
    const remembered = contents?.isLinked === false ? undefined : known;
    const locked = remembered && (await this.#parts.locks.of(file, new URL(remembered.origin).host, remembered.id));
    const against = () => this.#against(remembered, locked);
    const { journal } = this.#parts;
    const activity = this.#firstOf(file, (same) => journal.activityOf(same));
    if (activity === "verifying") return { kind: "pending", remembered };
    if (this.openPush(file) && against() !== "gone") return { kind: "unknown", remembered };
    if (remembered?.pushed === undefined) return { kind: against() ?? "new", remembered };
    const comparing = (asked.values ??= this.#compare(file, contents, remembered));
    const values = await comparing;
    // The file or a value has changed meanwhile: what was found out is about what is no more.
    if (asked.contents !== reading || asked.values !== comparing) return this.#standing(file);
    // Digests of another key say nothing of the file itself either.
    const hasKey = !isValueDigests(remembered.values) || remembered.values.key === (await this.#parts.digests.key());
    // What the file asks for may have been pushed by somebody else; with which values, the lock file does not say.
    const byOthers = contents?.masked !== undefined && contents.masked === locked?.digest;
    const edited = hasKey && contents !== undefined && contents.digest !== remembered.pushed && !byOthers;
    const isOwn = contents?.digest === remembered.pushed;
    const isCompared = hasKey && answer !== undefined && values.notCompared.length === 0 && (isOwn || !byOthers);
    const changed = edited || values.replaced.length > 0;
    return {
      kind: against() ?? (changed ? "changed" : sinceThePush(remembered, isCompared)),
      remembered,
      edited,
      values,
    };
  }

  /** The last push of a file, where nobody knows its outcome. */
  openPush(file: vscode.Uri): JournalEntry | undefined {
    const entry = this.#firstOf(file, (same) => this.#parts.journal.unknownOf(same));
    return entry && isLastPush(entry, this.#parts.memory.get(file)) ? entry : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #ask(file: vscode.Uri): Asked {
    const known = this.#asked.get(file.toString());
    if (known) return known;
    const real = realFile(file).toString();
    const asked: Asked = { file, real, last: undefined, isBegun: false, contents: undefined, values: undefined };
    this.#asked.set(file.toString(), asked);
    return asked;
  }

  /** The files that somebody has asked about and that are this one, by themselves or by a symbolic link. */
  #sameAs(file: vscode.Uri): readonly vscode.Uri[] {
    const real = realFile(file).toString();
    return [...this.#asked.values()].flatMap((asked) => (asked.real === real ? [asked.file] : []));
  }

  #firstOf<Found>(file: vscode.Uri, find: (file: string) => Found | undefined): Found | undefined {
    for (const same of [file, ...this.#sameAs(file)]) {
      const found = find(same.toString());
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #forget(file: vscode.Uri, { contents = true } = {}): void {
    const asked = this.#asked.get(file.toString());
    if (!asked) return;
    asked.values = undefined;
    if (contents) asked.contents = undefined;
  }

  /** Works out how files stand, and tells of those that stand in another way than before. */
  async #workOut(files: readonly vscode.Uri[]): Promise<void> {
    const different = await Promise.all(files.map(async (file) => ((await this.#isDifferent(file)) ? [file] : [])));
    if (different.flat().length > 0) this.#changed.fire(different.flat());
  }

  async #isDifferent(file: vscode.Uri): Promise<boolean> {
    const asked = this.#ask(file);
    const state = await this.of(file);
    if (isDeepStrictEqual(asked.last, state)) return false;
    asked.last = state;
    return true;
  }

  /** What a tenant has loaded says how the files stand that were pushed to it. */
  #compareAnew(change: SessionsChange): void {
    const concerns = ({ origin, id }: Remembered) => {
      if (change.kind === "tenants") return true;
      if (origin !== change.session.tenant.origin) return false;
      return (
        change.kind === "signIn" || change.change.members || change.change.records.some((record) => record.id === id)
      );
    };
    const files = [...this.#asked.values()].flatMap(({ file }) => {
      const remembered = this.#parts.memory.get(file);
      return remembered && concerns(remembered) ? [file] : [];
    });
    void this.#workOut(files);
  }

  /** How the connection stands to what is remembered of it, where its tenant has been loaded. */
  #against(remembered: Remembered | undefined, locked: LockEntry | undefined): "drifted" | "gone" | undefined {
    const store = remembered && this.#parts.sessions.withOrigin(remembered.origin)?.store;
    if (!store || remembered.record === undefined || store.snapshot.loadedAt === undefined) return undefined;
    const record = store.find(remembered.id);
    if (!record) return store.snapshot.more || store.snapshot.outOfReach ? undefined : "gone";
    return driftSince({ remembered: remembered.record, locked }, stateOf(record)).kind === "changed"
      ? "drifted"
      : undefined;
  }

  /** What a file asks for; undefined where it is gone. */
  async #read(file: vscode.Uri, inspect: () => ReturnType<typeof inspectFile>, { origin, id }: Remembered) {
    const inspected = await inspect();
    if (!inspected) return undefined;
    const isLinked = this.#parts.memory.ofLinked(file, inspected) !== undefined;
    const masked = holdsValues(inspected)
      ? undefined
      : maskedDigest({ id, tenant: new URL(origin).host, written: inspected });
    const digest = await this.#parts.digests.of(askedBy(inspected));
    return { isLinked, digest, masked, references: inspected.references };
  }

  async #compare(
    file: vscode.Uri,
    contents: Contents | undefined,
    { origin, id, values }: Remembered,
  ): Promise<ValueChanges> {
    const references = contents?.references ?? [];
    await this.#valueSources.note(file, references);
    const sources = async () => (await sourcesFor(file, this.#parts.secrets)).sources;
    const kept = isValueDigests(values) ? values : undefined;
    return compareValues(references, kept, keyOf({ tenant: { origin }, id }), sources, this.#parts.digests);
  }
}

/** How a file stands that is as it was pushed. @param compared whether its values are so as well, for certain. */
function sinceThePush({ probably, overtaken }: Remembered, compared: boolean): FileState["kind"] {
  if (overtaken === true) return "overtaken";
  if (probably === true) return "probable";
  return compared ? "inSync" : "notCompared";
}
