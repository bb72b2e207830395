import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { FileChangeType, type DocumentUri, type FileEvent } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import pLimit from "p-limit";
import { findFiles, SETUP_FILE_SUFFIX, SKIPPED } from "./findFiles.js";
import { type FileText, isInside, readText, stampOf } from "./readFile.js";
import { keyOf, pathOf, uriOf } from "./uris.js";

const CONCURRENCY = 8;
const MAX_FILES = 10_000;
const MAX_FOLDER_DEPTH = 30;

/** Documents by their URIs. */
export interface Documents {
  all(): readonly TextDocument[];
  get(uri: DocumentUri): TextDocument | undefined;
}

export interface FileChange {
  readonly uri: DocumentUri;
  /** Absent if the file is gone or isn't a setup file of the workspace. */
  readonly document: TextDocument | undefined;
}

/** The setup files on disk below the workspace folders, with their texts. */
export class WorkspaceFiles implements Documents {
  readonly #documents = new Map<string, TextDocument>();
  readonly #folders = new Map<string, AbortController>();
  readonly #lossy = new WeakSet<TextDocument>();
  readonly #stamps = new WeakMap<TextDocument, string>();
  readonly #limit = pLimit(CONCURRENCY);
  #versions = 0;

  /** Call once the files of the initially open folders have been read. */
  foundAll: () => void = () => undefined;
  /** Resolves once `foundAll` is called. */
  readonly found = new Promise<void>((resolve) => (this.foundAll = resolve));

  get folders(): readonly string[] {
    return [...this.#folders.keys()];
  }

  /** The innermost workspace folder that a file is in. */
  folderOf(uri: DocumentUri): string | undefined {
    const path = pathOf(uri);
    if (path === undefined) return undefined;
    const around = this.folders.filter((folder) => isInside(folder, path));
    return around.sort((a, b) => b.length - a.length)[0];
  }

  all(): readonly TextDocument[] {
    return [...this.#documents.values()];
  }

  get(uri: DocumentUri): TextDocument | undefined {
    return this.#documents.get(keyOf(uri));
  }

  /** Whether a file's encoding isn't supported, so that characters are lost. */
  isLossy(document: TextDocument): boolean {
    return this.#lossy.has(document);
  }

  /**
   * Reads files that were added, deleted or changed. Some clients report only the folder if all of it is added or
   * deleted.
   */
  async update(events: readonly FileEvent[]): Promise<readonly FileChange[]> {
    const last = new Map(events.map(({ uri, type }) => [uri, type]));
    const urisOf = (type: FileChangeType): DocumentUri[] => [...last.keys()].filter((uri) => last.get(uri) === type);
    const gone = urisOf(FileChangeType.Deleted);
    const inside = [...this.#inside(gone), ...(await this.#below(urisOf(FileChangeType.Created)))];
    for (const uri of gone) this.#documents.delete(keyOf(uri));
    const there = [...new Set([...inside, ...last.keys()])].filter((uri) => !gone.includes(uri));
    const read = await Promise.all(there.map((uri) => this.read(uri)));
    return [...gone.map((uri) => ({ uri, document: undefined })), ...read];
  }

  /** Reads the setup files below a folder. Folders that aren't on disk have none. */
  async addFolder(uri: DocumentUri): Promise<readonly FileChange[]> {
    const folder = pathOf(uri);
    if (folder === undefined || this.#folders.has(folder)) return [];
    const abort = new AbortController();
    const { signal } = abort;
    this.#folders.set(folder, abort);
    const paths = await setupFilesIn(folder, signal);
    return (await Promise.all(paths.map((path) => this.read(uriOf(path), signal)))).filter(({ document }) => document);
  }

  /** Finds files that were added, deleted or changed since they were last read, for clients that don't watch files. */
  async changesOnDisk(): Promise<readonly FileEvent[]> {
    const found = await Promise.all([...this.#folders].map(([folder, { signal }]) => setupFilesIn(folder, signal)));
    const paths = new Set(found.flat());
    const changed = await Promise.all([...paths].map(async (path) => ((await this.#isAsRead(path)) ? [] : [path])));
    const gone = [...this.#documents].filter(([path]) => !paths.has(path));
    return [
      ...changed.flat().map((path): FileEvent => ({ uri: uriOf(path), type: FileChangeType.Changed })),
      ...gone.map(([, { uri }]): FileEvent => ({ uri, type: FileChangeType.Deleted })),
    ];
  }

  /** Forgets a folder and its files. */
  removeFolder(uri: DocumentUri): readonly FileChange[] {
    const folder = pathOf(uri);
    if (folder === undefined) return [];
    this.#folders.get(folder)?.abort();
    this.#folders.delete(folder);
    const gone = this.all().filter((document) => !this.#covers(document.uri));
    for (const document of gone) this.#documents.delete(keyOf(document.uri));
    return gone.map((document) => ({ uri: document.uri, document: undefined }));
  }

  async read(uri: DocumentUri, signal?: AbortSignal): Promise<FileChange> {
    const path = pathOf(uri);
    if (path === undefined || !this.#covers(uri)) return { uri, document: undefined };
    const read = await this.#limit(() => (signal?.aborted ? undefined : readText(path)));
    if (read === undefined || !this.#covers(uri)) {
      this.#documents.delete(path);
      return { uri, document: undefined };
    }
    const known = this.#documents.get(path);
    const isSame = known?.getText() === read.text && this.isLossy(known) === read.isLossy;
    const document = isSame ? known : this.#toDocument(uri, read);
    this.#stamps.set(document, read.stamp);
    this.#documents.set(path, document);
    return { uri: document.uri, document };
  }

  /** Rereads a file if it has changed on disk. */
  async refresh(uri: DocumentUri): Promise<void> {
    const path = pathOf(uri);
    if (path === undefined || !(await this.#isAsRead(path))) await this.read(uri);
  }

  /** Whether a file on disk is unchanged since it was last read. */
  async #isAsRead(path: string): Promise<boolean> {
    const known = this.#documents.get(path);
    const found = known && (await this.#limit(() => stat(path).catch(() => undefined)));
    return known !== undefined && found !== undefined && this.#stamps.get(known) === stampOf(found);
  }

  /** Reads any file on disk, even outside the folders. */
  async readAny(uri: DocumentUri): Promise<TextDocument | undefined> {
    const path = pathOf(uri);
    const read = path === undefined ? undefined : await readText(path);
    return read && this.#toDocument(uri, read);
  }

  /** Whether it's a setup file in one of the folders. */
  #covers(uri: DocumentUri): boolean {
    const path = pathOf(uri);
    return path !== undefined && path.endsWith(SETUP_FILE_SUFFIX) && this.#reaches(path);
  }

  #toDocument(uri: DocumentUri, { text, isLossy }: FileText): TextDocument {
    const document = TextDocument.create(uri, "vaultconn", ++this.#versions, text);
    if (isLossy) this.#lossy.add(document);
    return document;
  }

  /** The known files below any of these folders. */
  #inside(uris: readonly DocumentUri[]): readonly DocumentUri[] {
    const folders = new Set(uris.flatMap((uri) => pathOf(uri) ?? []).filter((path) => !this.#documents.has(path)));
    if (folders.size === 0) return [];
    return [...this.#documents]
      .filter(([path]) => foldersAround(path).some((folder) => folders.has(folder)))
      .map(([, { uri }]) => uri);
  }

  /** The setup files on disk below any of these folders. */
  async #below(uris: readonly DocumentUri[]): Promise<readonly DocumentUri[]> {
    const folders = uris.flatMap((uri) => pathOf(uri) ?? []).filter((path) => this.#reaches(path));
    return (await Promise.all(folders.map((folder) => setupFilesIn(folder)))).flat().map(uriOf);
  }

  #reaches(path: string): boolean {
    return [...this.#folders.keys()].some(
      (folder) =>
        isInside(folder, path) &&
        !path
          .slice(folder.length)
          .split(/[\\/]/)
          .some((step) => SKIPPED.has(step)),
    );
  }
}

function setupFilesIn(folder: string, signal?: AbortSignal): Promise<readonly string[]> {
  return findFiles(folder, { maxFiles: MAX_FILES, maxDepth: MAX_FOLDER_DEPTH, ...(signal && { signal }) });
}

function foldersAround(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAround(folder)];
}
