import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { compareRecords } from "../push/drift.js";
import type { JournalEntry, PushJournal } from "../push/journal.js";
import type { Sessions, SessionsChange } from "../tenants/sessions.js";
import type { LanguageServer } from "./inspection.js";
import type { Digests } from "../secrets/digest.js";
import type { FileMemory, Remembered } from "./fileMemory.js";
import { SETUP_FILES } from "./setupFiles.js";
import { askedBy, inspectFile } from "./inspection.js";
import { isLastPush } from "./lastPush.js";

/** How a setup file stands to the service, as far as that is known without asking it. */
export interface FileState {
  /**
   * `drifted` and `gone` win over `changed`: they have to be looked at first.
   * `unknown`, when nobody knows the outcome of the last push, wins over
   * `drifted`: what changed may have been that push. `pending` is one that is still looked into. `overtaken` is a file that
   * was compared after it had drifted: a push is not asked about that again, and
   * yet the service may not have what the file says.
   */
  readonly kind: "new" | "inSync" | "probable" | "changed" | "pending" | "unknown" | "drifted" | "overtaken" | "gone";
  readonly remembered: Remembered | undefined;
}

/** A file somebody has asked about. */
interface Asked {
  readonly file: vscode.Uri;
  /** As last worked out; undefined while that goes on for the first time. */
  last: FileState | undefined;
  /** Whether the file asks for what was pushed, as the language server says; undefined where that has to be asked anew. */
  asPushed: Promise<boolean> | undefined;
}

/** Says how setup files stand. What was found out about a file is kept until the file or the service changes. */
export class FileStates implements vscode.Disposable {
  readonly #memory: FileMemory;
  readonly #journal: PushJournal;
  readonly #digests: Digests;
  readonly #server: LanguageServer;
  readonly #sessions: Sessions;
  readonly #asked = new Map<string, Asked>();
  readonly #changed = new vscode.EventEmitter<readonly vscode.Uri[]>();
  readonly #subscription: vscode.Disposable;
  /** Fires with the files that stand in another way than was last said of them. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: {
    memory: FileMemory;
    journal: PushJournal;
    digests: Digests;
    server: LanguageServer;
    sessions: Sessions;
  }) {
    this.#memory = parts.memory;
    this.#journal = parts.journal;
    this.#digests = parts.digests;
    this.#server = parts.server;
    this.#sessions = parts.sessions;
    const watcher = vscode.workspace.createFileSystemWatcher(SETUP_FILES);
    const changed = (uri: vscode.Uri) => {
      this.changed([uri]);
    };
    this.#subscription = vscode.Disposable.from(
      this.#changed,
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
          void this.#memory.moved(oldUri, newUri);
          void this.#journal.moved(oldUri.toString(), newUri.toString());
        }
      }),
      this.#memory.onDidChange((files) => {
        this.changed(files.map((file) => vscode.Uri.parse(file)));
      }),
      this.#sessions.onDidChange((change) => {
        this.#compareAnew(change);
      }),
    );
  }

  /** Works out anew how files stand, as after a push. @param files those it is about; all that were asked about if not given. */
  changed(files: readonly vscode.Uri[] = [...this.#asked.values()].map(({ file }) => file)): void {
    for (const file of files) this.#forget(file);
    void this.#workOut(files.filter((file) => this.#asked.has(file.toString())));
  }

  /** How a file stood when that was last worked out. Where it never was, that begins now, and `onDidChange` tells the end. */
  last(file: vscode.Uri): FileState | undefined {
    const known = this.#asked.get(file.toString())?.last;
    if (!known) void this.#workOut([file]);
    return known;
  }

  async of(file: vscode.Uri): Promise<FileState> {
    const asked = this.#ask(file);
    const remembered = this.#memory.get(file);
    if (this.#journal.activityOf(file.toString()) === "verifying") return { kind: "pending", remembered };
    if (this.openPush(file) && this.#against(remembered) !== "gone") return { kind: "unknown", remembered };
    if (remembered?.pushed === undefined) return { kind: this.#against(remembered) ?? "new", remembered };
    const asking = (asked.asPushed ??= this.#isAsPushed(file, remembered.pushed));
    const unchanged = await asking.catch(() => true);
    // The file has changed meanwhile: what was found out is about a text that is no more.
    if (asked.asPushed !== asking) return this.of(file);
    return { kind: this.#against(remembered) ?? (unchanged ? sinceThePush(remembered) : "changed"), remembered };
  }

  /** The last push of a file, where nobody knows its outcome. */
  openPush(file: vscode.Uri): JournalEntry | undefined {
    const entry = this.#journal.unknownOf(file.toString());
    return entry && isLastPush(entry, this.#memory.get(file)) ? entry : undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #ask(file: vscode.Uri): Asked {
    const known = this.#asked.get(file.toString());
    if (known) return known;
    const asked: Asked = { file, last: undefined, asPushed: undefined };
    this.#asked.set(file.toString(), asked);
    return asked;
  }

  #forget(file: vscode.Uri): void {
    const asked = this.#asked.get(file.toString());
    if (asked) asked.asPushed = undefined;
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
      const remembered = this.#memory.get(file);
      return remembered && concerns(remembered) ? [file] : [];
    });
    void this.#workOut(files);
  }

  /** How the connection stands to what is remembered of it, where its tenant has been loaded. */
  #against(remembered: Remembered | undefined): "drifted" | "gone" | undefined {
    const store = remembered && this.#sessions.withOrigin(remembered.origin)?.store;
    if (!store || remembered.record === undefined || store.snapshot.loadedAt === undefined) return undefined;
    const record = store.find(remembered.id);
    if (!record) return store.snapshot.more || store.snapshot.outOfReach ? undefined : "gone";
    return compareRecords(remembered.record, record).kind === "changed" ? "drifted" : undefined;
  }

  async #isAsPushed(file: vscode.Uri, pushed: string): Promise<boolean> {
    const inspected = await inspectFile(this.#server, file);
    return inspected === null || (await this.#digests.of(askedBy(inspected))) === pushed;
  }
}

/** How a file stands that is as it was pushed. */
function sinceThePush({ probably, overtaken }: Remembered): FileState["kind"] {
  if (overtaken === true) return "overtaken";
  return probably === true ? "probable" : "inSync";
}
