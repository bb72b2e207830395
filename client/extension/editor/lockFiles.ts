import path from "node:path";
import * as l10n from "@vscode/l10n";
import { parseTree } from "jsonc-parser";
import * as vscode from "vscode";
import { entryAfter, markOf, LOCK_FILE, lockKey, readLockKey, type LockEntry } from "../../core/lock/lockEntries.js";
import { changeLock, type LockChange, type LockTrouble, readLock } from "../../core/lock/lockStore.js";
import { lockPlaces } from "../../core/lock/lockPlace.js";
import { maskedDigest } from "../../core/lock/maskedDigest.js";
import { sendsSetup, type PushResult } from "../../core/push/pushTypes.js";
import { batched } from "../../core/storage/durableStorage.js";
import { memoize } from "../../core/text/memoize.js";
import { isInside } from "../../../schemas/files.js";
import { sanitizeText } from "../../../schemas/sanitizeText.js";
import { IN_PACKAGES, isForeign, localFolders, onFileEvent } from "./setupFiles.js";
import type { SetupFileIndex } from "./setupFileIndex.js";

const UNWRITTEN: ReadonlySet<LockTrouble | undefined> = new Set([
  "read-only-folder",
  "read-only",
  "unwritable",
  "disk-full",
  "busy",
]);

/** Writing takes a tenth of the time, however long the file is. */
const REST = 9;

/** By what's wrong with a lock file. */
const WARNINGS = {
  damaged: (name: string) =>
    l10n.t("{0} is damaged or can't be read, so it's ignored. Restore it from the repository.", name),
  later: (name: string) => l10n.t("{0} was written by a later version, so it's ignored. Update the extension.", name),
  unwritten: (name: string) =>
    l10n.t(
      "{0} couldn't be written, so other people see this push as someone else's change. Make sure that the file is writable and the disk isn't full, and then push again.",
      name,
    ),
};

const LOCK_FILES = `**/${LOCK_FILE}`;

/** The lock files of the workspace. Each is read when needed, and again after it's written. */
export class LockFiles {
  readonly #changed = new vscode.EventEmitter<string>();
  /** What lock files that haven't changed since then hold, by `lockKey`; undefined for those that don't exist. */
  readonly #readings = new Map<string, Promise<ReadonlyMap<string, LockEntry> | undefined>>();
  /** The warnings that still apply. */
  readonly #warnings = new Set<string>();
  /** Watches a lock file that's above the workspace. */
  readonly #watchOutside: (folder: string) => void;
  /** Fires with the path of a lock file that was written, by this window or any program. */
  readonly onDidChange = this.#changed.event;

  constructor(subscriptions: vscode.Disposable[]) {
    const watch = (pattern: vscode.GlobPattern) => {
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      const changed = onFileEvent(watcher, ({ fsPath }) => {
        this.#readings.delete(fsPath);
        this.#changed.fire(fsPath);
      });
      subscriptions.push(watcher, changed);
    };
    watch(LOCK_FILES);
    this.#watchOutside = memoize((folder: string) => {
      watch(new vscode.RelativePattern(vscode.Uri.file(folder), LOCK_FILE));
    });
  }

  /** A connection's entry in the nearest lock file. @param tenant its host. */
  async of(file: vscode.Uri, tenant: string, id: string): Promise<LockEntry | undefined> {
    return (await this.#nearest(file))?.entries.get(lockKey({ tenant, id }));
  }

  /** Records the pushed connection in its lock file, if there is one. Never rejects. */
  async record({ target, outcome, entry, request }: PushResult): Promise<void> {
    if (!entry || (outcome.kind !== "done" && outcome.kind !== "applied")) return;
    const { id } = target;
    const tenant = new URL(target.origin).host;
    const mark = markOf(outcome.record);
    const { inspected } = request ?? {};
    const digest = inspected && maskedDigest({ id, tenant, inspected });
    // A rename has no setup file, so it updates every lock file with the connection's state from just before.
    const affected =
      target.file === "" ? await this.#findAll() : [(await this.#nearest(vscode.Uri.parse(target.file)))?.lock];
    await Promise.all(
      [...affected].map(async (lock) => {
        if (lock === undefined) return;
        const trouble = await this.#write(lock)((entries) => {
          const before = entries.get(lockKey({ tenant, id }));
          const isKnown =
            before?.fingerprint === entry.before?.fingerprint && before?.updated_at === entry.before?.updated_at;
          const requested = digest ?? (isKnown ? before?.digest : undefined);
          if (requested === undefined) return false;
          const variant = inspected?.request.setup === undefined ? before?.variant : inspected.variant;
          const expires = sendsSetup(entry) ? entry.expires : before?.expires;
          const after = { tenant, id, ...mark, variant, digest: requested, expires };
          entries.set(lockKey({ tenant, id }), entryAfter(after, entry.before, before));
          return true;
        });
        this.#warn(lock, "unwritten", UNWRITTEN.has(trouble));
      }),
    );
  }

  /** By lock file. Changes during a write share the next one. */
  readonly #write = memoize((lock: string) => {
    let waiting: LockChange[] = [];
    const write = batched(async () => {
      const changes = waiting;
      waiting = [];
      const all: LockChange = (entries) => changes.map((change) => change(entries)).includes(true);
      const trouble = await changeLock(lock, all, false);
      // The watcher tells others.
      this.#readings.delete(lock);
      return trouble;
    }, REST);
    return (change: LockChange) => {
      waiting.push(change);
      return write();
    };
  });

  /** The lock files of the workspace folders, which may be above them, and those below. */
  async #findAll(): Promise<ReadonlySet<string>> {
    const found = await vscode.workspace.findFiles(LOCK_FILES, IN_PACKAGES);
    const own = await Promise.all(
      localFolders().map(async (folder) => (await this.#nearest(vscode.Uri.joinPath(folder, LOCK_FILE)))?.lock ?? []),
    );
    return new Set([
      ...found.flatMap((uri) => (uri.scheme === "file" && !isForeign(uri) ? [uri.fsPath] : [])),
      ...own.flat(),
    ]);
  }

  /** The first lock file from a setup file's folder upwards, which may be above its workspace folder. */
  async #nearest(file: vscode.Uri) {
    const top = vscode.workspace.getWorkspaceFolder(file)?.uri.fsPath;
    if (file.scheme !== "file" || top === undefined || isForeign(file)) return undefined;
    for (const lock of lockPlaces(path.dirname(file.fsPath), top)) {
      if (!isInside(top, lock)) this.#watchOutside(path.dirname(lock));
      const entries = await this.#read(lock);
      if (entries) return { lock, entries };
    }
    return undefined;
  }

  #read(lock: string): Promise<ReadonlyMap<string, LockEntry> | undefined> {
    const known = this.#readings.get(lock);
    if (known) return known;
    const reading = readLock(lock).then((read) => {
      const problem = typeof read === "string" ? read : undefined;
      this.#warn(lock, "later", problem === "later-version");
      this.#warn(lock, "damaged", problem !== undefined && problem !== "later-version");
      return read && new Map((typeof read === "object" ? read : []).map((entry) => [lockKey(entry), entry]));
    });
    this.#readings.set(lock, reading);
    return reading;
  }

  /** Shows a warning when its cause begins, and not again while it lasts. */
  #warn(lock: string, problem: keyof typeof WARNINGS, isActive: boolean): void {
    const warning = WARNINGS[problem](sanitizeText(vscode.workspace.asRelativePath(vscode.Uri.file(lock))));
    if (!isActive) this.#warnings.delete(warning);
    else if (!this.#warnings.has(warning)) {
      this.#warnings.add(warning);
      vscode.window.showWarningMessage(warning);
    }
  }
}

/** Offers *Open Setup File* above the lines of lock files whose connection has one in the workspace. */
export function showLockLenses(setupFiles: Pick<SetupFileIndex, "filesFor" | "onDidChange">): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { pattern: LOCK_FILES },
    {
      onDidChangeCodeLenses: (listener) =>
        setupFiles.onDidChange(() => {
          listener();
        }),
      provideCodeLenses: (document) =>
        document
          .getText()
          .split("\n")
          .flatMap((line, at) => lensFor(line, at, setupFiles)),
    },
  );
}

function lensFor(line: string, at: number, setupFiles: Pick<SetupFileIndex, "filesFor">): vscode.CodeLens[] {
  const key: unknown = parseTree(`{${line}}`)?.children?.[0]?.children?.[0]?.value;
  if (typeof key !== "string") return [];
  const { id, tenant } = readLockKey(key);
  const [file] = setupFiles.filesFor(id, tenant);
  if (!file) return [];
  const range = new vscode.Range(at, 0, at, line.length);
  return [new vscode.CodeLens(range, { title: l10n.t("Open Setup File"), command: "vscode.open", arguments: [file] })];
}
