import path from "node:path";
import * as l10n from "@vscode/l10n";
import * as vscode from "vscode";
import type { LockEntry } from "../lock/lockEntry.js";
import { LOCK_FILE, lockKey, type LockReading } from "../lock/lockFile.js";
import { changeLock, readLock, type LockTrouble } from "../lock/lockStore.js";
import { maskedDigest } from "../lock/maskedDigest.js";
import { sanitizeText } from "../sanitizeText.js";
import type { PushResult } from "../push/run.js";
import { IN_PACKAGES, isOfPackage } from "./packages.js";

const LOCK_FILES = `**/${LOCK_FILE}`;

/** A lock file as it was last read. */
interface Known {
  readonly reading: LockReading | undefined;
  readonly entries: ReadonlyMap<string, LockEntry>;
}

/**
 * The lock files of the workspace: what everybody who works with the setup files knows of the connections. They are
 * read when the first file is asked about, and watched from then on.
 */
export class LockFiles implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #known: Map<string, Known> | undefined;
  #reading: Promise<unknown> | undefined;
  /** Those that could not be written the last time. */
  readonly #unwritten = new Set<string>();
  /** Fires when a lock file was written, by whomever. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(LOCK_FILES);
    const again = (uri: vscode.Uri) => {
      if (this.#known && !isOfPackage(uri)) void this.#read(uri);
    };
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      watcher,
      watcher.onDidChange(again),
      watcher.onDidCreate(again),
      watcher.onDidDelete(again),
    );
  }

  /** What the nearest lock file, from the folder of a setup file upwards, says of a connection. @param tenant its host */
  async of(file: vscode.Uri, tenant: string, id: string): Promise<LockEntry | undefined> {
    await this.#readAll();
    const nearest = this.#nearest(file);
    return nearest === undefined ? undefined : this.#known?.get(nearest)?.entries.get(lockKey({ tenant, id }));
  }

  /** Writes down how a push left a connection, where there is a lock file for it. Never rejects. */
  async keep({ subject, outcome, entry, written }: PushResult): Promise<void> {
    if (!entry || (outcome.kind !== "done" && outcome.kind !== "applied")) return;
    await this.#readAll();
    const { id } = subject;
    const tenant = new URL(subject.origin).host;
    const { fingerprint, updated_at } = outcome.record;
    const mark = { fingerprint, updated_at };
    const nearest = subject.file === "" ? undefined : this.#nearest(vscode.Uri.parse(subject.file));
    const variant = written?.variant;
    const asked = written && {
      digest: maskedDigest({ id, tenant, written }),
      ...(variant !== undefined && { variant }),
    };
    // A rename is of no file: every lock file that had seen the connection as it was just before goes with it.
    const wanted = subject.file === "" ? [...(this.#known?.keys() ?? [])] : nearest === undefined ? [] : [nearest];
    await Promise.all(
      wanted.map(async (lock) => {
        const trouble = await changeLock(
          lock,
          (entries) => {
            const before = entries.get(lockKey({ tenant, id }));
            const follows = before && entry.before && isAt(before, entry.before);
            const next = asked ? { ...before, ...asked } : follows ? before : undefined;
            if (!next) return false;
            entries.set(lockKey({ tenant, id }), { ...next, tenant, id, ...mark });
            return true;
          },
          false,
        );
        this.#showUnwritten(vscode.Uri.file(lock), trouble);
        await this.#read(vscode.Uri.file(lock));
      }),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #readAll(): Promise<unknown> {
    return (this.#reading ??= (async () => {
      this.#known = new Map();
      const found = await vscode.workspace.findFiles(LOCK_FILES, IN_PACKAGES);
      await Promise.all(found.map((uri) => this.#read(uri)));
    })());
  }

  async #read(uri: vscode.Uri): Promise<void> {
    if (uri.scheme !== "file") return;
    const reading = await readLock(uri.fsPath);
    const before = this.#known?.get(uri.fsPath)?.reading;
    const entries = new Map((reading?.ok === true ? reading.entries : []).map((entry) => [lockKey(entry), entry]));
    if (reading) this.#known?.set(uri.fsPath, { reading, entries });
    else this.#known?.delete(uri.fsPath);
    if (reading?.ok === false && before?.ok !== false) showDamaged(uri);
    this.#changed.fire();
  }

  /** Once, until it was written again: a damaged one has been named when it was read. */
  #showUnwritten(lock: vscode.Uri, trouble: LockTrouble | undefined): void {
    const isUnwritten = trouble === "unwritable" || trouble === "disk-full";
    if (isUnwritten && !this.#unwritten.has(lock.fsPath))
      void vscode.window.showWarningMessage(
        l10n.t(
          "{0} could not be written, so others will take this push for somebody else's change. Check that it can be written and that the disk is not full, then push again.",
          sanitizeText(vscode.workspace.asRelativePath(lock)),
        ),
      );
    if (isUnwritten) this.#unwritten.add(lock.fsPath);
    else this.#unwritten.delete(lock.fsPath);
  }

  #nearest({ scheme, fsPath }: vscode.Uri): string | undefined {
    if (scheme !== "file" || !this.#known) return undefined;
    for (let at = path.dirname(fsPath); ; at = path.dirname(at)) {
      const lock = path.join(at, LOCK_FILE);
      if (this.#known.has(lock)) return lock;
      if (at === path.dirname(at)) return undefined;
    }
  }
}

function isAt(entry: LockEntry, { fingerprint, updated_at }: Pick<LockEntry, "fingerprint" | "updated_at">): boolean {
  return entry.fingerprint === fingerprint && entry.updated_at === updated_at;
}

/** Once for each time it is damaged: nothing that it says counts until it is whole again. */
function showDamaged(uri: vscode.Uri): void {
  const name = sanitizeText(vscode.workspace.asRelativePath(uri));
  void vscode.window.showWarningMessage(
    l10n.t("{0} is damaged, so nothing in it counts. Restore it from the repository.", name),
  );
}
