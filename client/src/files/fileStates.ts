import * as vscode from "vscode";
import { compareRecords } from "../push/drift.js";
import type { JournalEntry, PushJournal } from "../push/journal.js";
import type { Sessions } from "../tenants/sessions.js";
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
   * `drifted`: what changed may have been that push. `overtaken` is a file that
   * was compared after it had drifted: a push is not asked about that again, and
   * yet the service may not have what the file says.
   */
  readonly kind: "new" | "inSync" | "probable" | "changed" | "unknown" | "drifted" | "overtaken" | "gone";
  readonly remembered: Remembered | undefined;
}

/** Says how setup files stand. What was found out about a file is kept until the file or the service changes. */
export class FileStates implements vscode.Disposable {
  readonly #memory: FileMemory;
  readonly #journal: PushJournal;
  readonly #digests: Digests;
  readonly #server: LanguageServer;
  readonly #sessions: Sessions;
  readonly #known = new Map<string, Promise<boolean>>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
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
    const forget = (uri: vscode.Uri) => {
      this.#known.delete(uri.toString());
      this.#changed.fire();
    };
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      watcher,
      watcher.onDidChange(forget),
      watcher.onDidCreate(forget),
      watcher.onDidDelete(forget),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#known.delete(document.uri.toString())),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#memory.get(uri)) forget(uri);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          void this.#memory.moved(oldUri, newUri);
          void this.#journal.moved(oldUri.toString(), newUri.toString());
        }
      }),
      this.#sessions.onDidChange(() => {
        this.#changed.fire();
      }),
    );
  }

  /** Forgets what was found out, as after a push. */
  changed(): void {
    this.#known.clear();
    this.#changed.fire();
  }

  async of(file: vscode.Uri): Promise<FileState> {
    const remembered = this.#memory.get(file);
    if (this.openPush(file) && this.#against(remembered) !== "gone") return { kind: "unknown", remembered };
    if (remembered?.pushed === undefined) return { kind: this.#against(remembered) ?? "new", remembered };
    const known = this.#known.get(file.toString()) ?? this.#isAsPushed(file, remembered.pushed);
    this.#known.set(file.toString(), known);
    const unchanged = await known.catch(() => true);
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
