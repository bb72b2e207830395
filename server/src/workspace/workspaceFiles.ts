import { sep } from "node:path";
import type { DocumentUri } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import pLimit from "p-limit";
import type { Decoded } from "../../../schemas/decode.js";
import { FILE_ENDING, isInside } from "../../../schemas/files.js";
import { isAppleDouble, isForeignFolder, isInLinkedWorktree } from "../../../schemas/foreign.js";
import { findFiles } from "./findFiles.js";
import { readText } from "./readFile.js";
import { keyOf, pathOf, uriOf } from "./uris.js";

const CONCURRENCY = 8;

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
  readonly #folders = new Set<string>();
  readonly #lossy = new WeakSet<TextDocument>();
  readonly #limit = pLimit(CONCURRENCY);

  /** Call once the files of the initially open folders have been read. */
  foundAll: () => void = () => undefined;
  /** Resolves once `foundAll` is called. */
  readonly found = new Promise<void>((resolve) => (this.foundAll = resolve));

  get folders(): readonly string[] {
    return [...this.#folders];
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
   * Reads files that were added or changed, and forgets those that were deleted, since on some systems a file can still
   * be read by its previous name. Some clients report only the folder if all of it is added or deleted.
   */
  async update(uris: readonly DocumentUri[], deleted: readonly DocumentUri[]): Promise<readonly FileChange[]> {
    const there = new Set(uris);
    const gone = deleted.filter((uri) => !there.has(uri));
    const forgotten = this.#forget(gone);
    const inside = [...this.#inside(gone), ...(await this.#below(uris))];
    return [...forgotten, ...(await this.#readAll([...uris, ...inside]))];
  }

  /** Reads the setup files below a folder. Folders that aren't on disk have none. */
  async addFolder(uri: DocumentUri): Promise<readonly FileChange[]> {
    const folder = pathOf(uri);
    if (folder === undefined || this.#folders.has(folder)) return [];
    this.#folders.add(folder);
    return (await this.#readAll(await setupFilesIn([folder]))).filter(({ document }) => document);
  }

  /** Rereads all files, for clients that don't watch files. @returns those that were added, deleted or changed. */
  async reread(): Promise<readonly FileChange[]> {
    const before = new Set(this.all());
    const found = new Set(await setupFilesIn(this.folders));
    const gone = Array.from(before, ({ uri }) => uri).filter((uri) => !found.has(uriOf(keyOf(uri))));
    const forgotten = this.#forget(gone);
    const read = await this.#readAll([...found]);
    return [...forgotten, ...read.filter(({ document }) => !document || !before.has(document))];
  }

  /** Forgets a folder and its files. */
  removeFolder(uri: DocumentUri): readonly FileChange[] {
    this.#folders.delete(keyOf(uri));
    const uris = this.all().map((document) => document.uri);
    return this.#forget(uris.filter((each) => !this.#covers(each)));
  }

  #forget(uris: readonly DocumentUri[]): readonly FileChange[] {
    for (const uri of uris) this.#documents.delete(keyOf(uri));
    return uris.map((uri) => ({ uri, document: undefined }));
  }

  async read(uri: DocumentUri): Promise<FileChange> {
    const path = pathOf(uri);
    if (path === undefined) return { uri, document: undefined };
    const read = await this.#limit(() => (this.#covers(uri) ? readText(path) : undefined));
    if (read === undefined || !this.#covers(uri)) {
      this.#documents.delete(path);
      return { uri, document: undefined };
    }
    const known = this.#documents.get(path);
    const isSame = known?.getText() === read.text && this.isLossy(known) === read.isLossy;
    const document = isSame ? known : this.#toDocument(uri, read);
    this.#documents.set(path, document);
    return { uri: document.uri, document };
  }

  #readAll(uris: readonly DocumentUri[]): Promise<readonly FileChange[]> {
    return Promise.all(Array.from(new Set(uris), (uri) => this.read(uri)));
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
    return path !== undefined && path.endsWith(FILE_ENDING) && this.#reaches(path) && !isAppleDouble(path);
  }

  #toDocument(uri: DocumentUri, { text, isLossy }: Decoded): TextDocument {
    const document = TextDocument.create(uri, "vaultconn", 0, text);
    if (isLossy) this.#lossy.add(document);
    return document;
  }

  /** The known files below any of these folders. */
  #inside(uris: readonly DocumentUri[]): readonly DocumentUri[] {
    const folders = uris.map((uri) => keyOf(uri) + sep);
    const known = [...this.#documents].filter(([path]) => folders.some((folder) => path.startsWith(folder)));
    return known.map(([, { uri }]) => uri);
  }

  /** The setup files on disk below any of these folders. */
  #below(uris: readonly DocumentUri[]): Promise<readonly DocumentUri[]> {
    return setupFilesIn(uris.flatMap((uri) => pathOf(uri) ?? []).filter((path) => this.#reaches(path)));
  }

  #reaches(path: string): boolean {
    return this.folders.some((folder) => {
      const steps = path.slice(folder.length).split(/[\\/]/);
      return isInside(folder, path) && !steps.some(isForeignFolder) && !isInLinkedWorktree(folder, path);
    });
  }
}

async function setupFilesIn(folders: readonly string[]): Promise<readonly DocumentUri[]> {
  return (await Promise.all(folders.map((folder) => findFiles(folder)))).flat().map(uriOf);
}
