import pLimit from "p-limit";
import * as vscode from "vscode";
import type { ConnectionKey } from "../../core/connections/connectionKey.js";
import { decode } from "../../../schemas/decode.js";
import { FILE_ENDING } from "../../../schemas/files.js";
import { namedIn } from "../../core/files/setupFileName.js";
import { batched } from "../../core/storage/durableStorage.js";
import type { FileMemory } from "./fileMemory.js";
import { findSetupFiles, isForeign, onFileEvent, realFile, statOf } from "./setupFiles.js";
import { inBackground } from "../ui/inBackground.js";

/** A workspace may have thousands of files. */
const MAX_READS_AT_ONCE = 16;

export interface Named {
  readonly file: vscode.Uri;
  readonly id: string;
  /** The tenant's host; undefined if the file names none. */
  readonly tenant: string | undefined;
  /** The connection's name in the file; undefined if it has none, or one with a reference. */
  readonly name?: string | undefined;
  /** When the file says that its credential ends (`full-date`). */
  readonly expires?: string | undefined;
}

/** Which file names which connection. */
export class NamedFiles {
  readonly #byFile = new Map<string, Named>();
  /** Built on demand, and dropped when a file names another connection. */
  #byId: ReadonlyMap<string, readonly Named[]> | undefined;
  readonly #changed = new vscode.EventEmitter<readonly Named[]>();
  /** Fires with what changed files named before and what they name now. */
  readonly onDidChange = this.#changed.event;

  get all(): readonly Named[] {
    return [...this.#byFile.values()];
  }

  /** Returns undefined if the file names no connection or hasn't been read yet. */
  namedBy(file: vscode.Uri): Named | undefined {
    return this.#byFile.get(file.toString()) ?? this.#byFile.get(realFile(file).toString());
  }

  /** As `namedBy`, but reads a file that isn't known yet: at the start, or right after it moved. */
  async findNamed(file: vscode.Uri): Promise<Named | undefined> {
    return this.namedBy(file) ?? (await readNamed(file));
  }

  /** The files that name a connection by id, with its tenant or none, in path order. */
  filesFor(id: string, tenantHost: string): readonly vscode.Uri[] {
    this.#byId ??= Map.groupBy(this.all, (named) => named.id);
    const named = this.#byId.get(id) ?? [];
    const files = named.filter(({ tenant = tenantHost }) => tenant === tenantHost).map(({ file }) => file);
    return files.sort((a, b) => a.path.localeCompare(b.path));
  }

  filesOf({ origin, id }: ConnectionKey): readonly vscode.Uri[] {
    return this.filesFor(id, new URL(origin).host);
  }

  /** @returns what the file named before and what it names now, if they differ. */
  put(file: string, named: Named | undefined): readonly Named[] {
    const before = this.#byFile.get(file);
    const isSame = (["id", "tenant", "name", "expires"] as const).every((key) => before?.[key] === named?.[key]);
    if (isSame) return [];
    if (named) this.#byFile.set(file, named);
    else this.#byFile.delete(file);
    this.#byId = undefined;
    return [before, named].filter((each) => each !== undefined);
  }

  notify(changed: readonly Named[]): void {
    if (changed.length > 0) this.#changed.fire(changed);
  }
}

/** Reads the setup files of the workspace, and again when they change. */
export class SetupFileIndex extends NamedFiles {
  readonly #memory: FileMemory;
  /** The latest read of each file in progress. Results of earlier reads, or for deleted files, are dropped. */
  readonly #reads = new Map<string, symbol>();
  readonly #newFolders = new Set<string>();
  /** Folders that are added during a search share the next one. */
  readonly #searchNewFolders = batched(() => {
    const folders = [...this.#newFolders];
    this.#newFolders.clear();
    return this.#search((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
  });
  /** Files outside the workspace. */
  #others: readonly vscode.Uri[] = [];
  constructor(memory: FileMemory, files: vscode.FileSystemWatcher, subscriptions: vscode.Disposable[]) {
    super();
    this.#memory = memory;
    const read = (file: vscode.Uri) => {
      inBackground("find-setup-files", async () => {
        this.notify(await this.#read(file));
      });
    };
    const written = (uri: vscode.Uri) => {
      // Searches exclude these, so ignore changes there, too.
      if (isForeign(uri)) return;
      if (uri.path.endsWith(FILE_ENDING)) read(uri);
      // VS Code reports a created or deleted folder, but not its files. If both happen at once, it reports a change.
      else inBackground("find-setup-files", () => this.#addFolder(uri));
    };
    const build = () => {
      inBackground("find-setup-files", () => this.build());
    };
    subscriptions.push(
      onFileEvent(files, (uri, isDeleted) => {
        if (isDeleted) this.#forgetAt(uri.toString());
        else written(uri);
      }),
      vscode.workspace.onDidRenameFiles(build),
      vscode.workspace.onDidChangeWorkspaceFolders(build),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (this.#others.some((other) => other.toString() === uri.toString())) read(uri);
      }),
      // A bare setup belongs to the connection that's remembered for it.
      memory.onDidChange((changes) => {
        for (const [file] of changes) read(vscode.Uri.parse(file));
      }),
    );
  }

  /** Replaces the files outside the workspace that are treated as part of it. */
  async include(others: readonly vscode.Uri[]): Promise<void> {
    this.#others = others;
    await this.build();
  }

  async build(): Promise<void> {
    await this.#search(() => true);
  }

  #known(): readonly string[] {
    return this.all.map(({ file }) => file.toString());
  }

  /** Forgets a file, or the files of a folder. */
  #forgetAt(gone: string): void {
    const known = [...this.#known(), ...this.#reads.keys()];
    const files = known.filter((file) => file === gone || file.startsWith(`${gone}/`));
    this.notify(files.flatMap((file) => this.#forget(file)));
  }

  #forget(file: string): readonly Named[] {
    this.#reads.delete(file);
    return this.put(file, undefined);
  }

  async #addFolder(uri: vscode.Uri): Promise<void> {
    const stat = await statOf(uri);
    if (!stat || (stat.type & vscode.FileType.Directory) === 0) return;
    this.#newFolders.add(uri.toString());
    await this.#searchNewFolders();
  }

  /** Reads the setup files that `isIncluded` selects, and forgets those that no longer exist. */
  async #search(isIncluded: (file: string) => boolean): Promise<void> {
    const known = this.#known().filter(isIncluded);
    const files = [...(await findSetupFiles()), ...this.#others].filter((file) => isIncluded(file.toString()));
    const found = new Set(files.map(String));
    // The others stay until they're read again, so that none is missing in the meantime.
    const gone = known.filter((file) => !found.has(file)).flatMap((file) => this.#forget(file));
    const limit = pLimit(MAX_READS_AT_ONCE);
    const read = await Promise.all(files.map((file) => limit(() => this.#read(file))));
    this.notify([...gone, ...read.flat()]);
  }

  /** @returns what changed, as in `onDidChange`. */
  async #read(file: vscode.Uri): Promise<readonly Named[]> {
    const key = file.toString();
    const read = Symbol(key);
    this.#reads.set(key, read);
    const named = await readNamed(file);
    if (this.#reads.get(key) !== read) return [];
    this.#reads.delete(key);
    const real = realFile(file);
    const isKnown = real.toString() !== key && this.namedBy(real) !== undefined;
    return this.put(key, isKnown ? undefined : (named ?? this.#linked(file)));
  }

  #linked(file: vscode.Uri): Named | undefined {
    const remembered = this.#memory.get(file);
    return remembered?.linked === true
      ? { file, id: remembered.id, tenant: new URL(remembered.origin).host }
      : undefined;
  }
}

async function readNamed(file: vscode.Uri): Promise<Named | undefined> {
  try {
    const { id, tenant, name, expires } = namedIn(decode(await vscode.workspace.fs.readFile(file)).text);
    if (id === undefined) return undefined;
    return { file, id, tenant: tenant?.toLowerCase(), name: name?.includes("${") === true ? undefined : name, expires };
  } catch {
    return undefined;
  }
}
