import pLimit from "p-limit";
import * as vscode from "vscode";
import type { FileMemory } from "./fileMemory.js";
import { namedIn } from "./namedIn.js";
import { findSetupFiles, isOfPackage, SETUP_FILES } from "./setupFiles.js";

/** A workspace may hold thousands of files; so many are read at once. */
const AT_ONCE = 16;

/** Larger files are not looked into: no setup comes near. In bytes. */
const LARGEST = 1_000_000;

/** The connection a file names. */
export interface Named {
  readonly file: vscode.Uri;
  readonly id: string;
  /** The host of the tenant; undefined where the file names none. */
  readonly tenant: string | undefined;
}

/** Knows which setup files of the workspace are for which connection. */
export class SetupFileIndex implements vscode.Disposable {
  readonly #memory: FileMemory;
  readonly #files = new Map<string, Named>();
  /** Folders that are still to be looked into. */
  readonly #arrived = new Map<string, vscode.Uri>();
  #looking = false;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(memory: FileMemory) {
    this.#memory = memory;
    const watcher = vscode.workspace.createFileSystemWatcher(SETUP_FILES);
    // Of a folder that comes or goes with all its files, VS Code tells no more than that; of one that does both at once, that it changed.
    const folders = vscode.workspace.createFileSystemWatcher("**");
    const read = (file: vscode.Uri) =>
      void this.#read(file).then(() => {
        this.#changed.fire();
      });
    const look = (uri: vscode.Uri) => void this.#arrive(uri);
    this.#subscription = vscode.Disposable.from(
      this.#changed,
      watcher,
      folders,
      folders.onDidCreate(look),
      folders.onDidChange(look),
      folders.onDidDelete((folder) => {
        this.#forgetInside(folder);
      }),
      vscode.workspace.onDidRenameFiles(() => void this.build()),
      watcher.onDidChange(read),
      watcher.onDidCreate(read),
      watcher.onDidDelete((file) => {
        if (this.#files.delete(file.toString())) this.#changed.fire();
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => void this.build()),
    );
  }

  /** Reads every setup file of the workspace. */
  async build(): Promise<void> {
    await this.#look(() => true);
    this.#changed.fire();
  }

  /** Every file that is known to be for a connection. */
  get all(): readonly Named[] {
    return [...this.#files.values()];
  }

  /** The files for a connection: those with its id, and with its tenant or none. In the order of their paths. */
  filesFor(id: string, tenantHost: string): readonly vscode.Uri[] {
    const fitting = [...this.#files.values()].filter(
      (named) => named.id === id && (named.tenant ?? tenantHost) === tenantHost,
    );
    return fitting.map(({ file }) => file).sort((a, b) => a.path.localeCompare(b.path));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #forgetInside(folder: vscode.Uri): void {
    const gone = new Set([folder.toString()]);
    const files = [...this.#files.keys()].filter((file) => isInside(file, gone));
    for (const file of files) this.#files.delete(file);
    if (files.length > 0) this.#changed.fire();
  }

  /** Looks into what came, if it is a folder. Folders that come meanwhile are looked into together, however many they are. */
  async #arrive(uri: vscode.Uri): Promise<void> {
    if (isOfPackage(uri) || !(await isFolder(uri))) return;
    this.#arrived.set(uri.toString(), uri);
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#arrived.size > 0) await this.#lookIntoArrived();
    } finally {
      this.#looking = false;
    }
  }

  async #lookIntoArrived(): Promise<void> {
    const folders = new Set(this.#arrived.keys());
    const [folder, ...others] = this.#arrived.values();
    this.#arrived.clear();
    const inside = (file: string) => isInside(file, folders);
    if (await this.#look(inside, others.length === 0 ? folder : undefined)) this.#changed.fire();
  }

  /**
   * Reads the setup files in some place, and forgets those that are no longer there.
   * @param isThere whether a file, known or found, is in that place.
   * @param folder where to search; everywhere if not given.
   * @returns whether there is or was any.
   */
  async #look(isThere: (file: string) => boolean, folder?: vscode.Uri): Promise<boolean> {
    const known = [...this.#files.keys()].filter(isThere);
    const files = (await findSetupFiles(folder && { folder })).filter((file) => isThere(file.toString()));
    const found = new Set(files.map(String));
    // The others stay until they have been read again: whoever looks meanwhile misses none.
    for (const file of known) if (!found.has(file)) this.#files.delete(file);
    const limit = pLimit(AT_ONCE);
    await Promise.all(files.map((file) => limit(() => this.#read(file))));
    return known.length > 0 || files.length > 0;
  }

  async #read(file: vscode.Uri): Promise<void> {
    const named = (await namedBy(file)) ?? this.#remembered(file);
    if (named) this.#files.set(file.toString(), named);
    else this.#files.delete(file.toString());
  }

  /** A file without an id of its own is for the connection it was last pushed to. */
  #remembered(file: vscode.Uri): Named | undefined {
    const remembered = this.#memory.get(file);
    return remembered && { file, id: remembered.id, tenant: new URL(remembered.origin).host };
  }
}

/** @param folders URIs as text, of which one is around the file. */
function isInside(file: string, folders: ReadonlySet<string>): boolean {
  for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1))
    if (folders.has(file.slice(0, end))) return true;
  return false;
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}

async function namedBy(file: vscode.Uri): Promise<Named | undefined> {
  try {
    if ((await vscode.workspace.fs.stat(file)).size > LARGEST) return undefined;
    // As an editor reads it: VS Code knows byte order marks, and which encoding a setting chooses.
    const { id, tenant } = namedIn(
      await vscode.workspace.decode(await vscode.workspace.fs.readFile(file), { uri: file }),
    );
    return id === undefined ? undefined : { file, id, tenant: tenant?.toLowerCase() };
  } catch {
    return undefined;
  }
}
