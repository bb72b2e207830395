import { dirname } from "node:path";
import type { DocumentUri } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import pLimit from "p-limit";
import { findFiles, SETUP_FILE_SUFFIX, SKIPPED } from "./findFiles.js";
import { readText } from "./readFile.js";
import { keyOf, pathOf, uriOf } from "./uris.js";

const CONCURRENCY = 8;
/** A folder with more setup files than these is not checked any further, nor are folders deeper than this. */
const MOST_FILES = 10_000;
const DEEPEST = 30;

/** The setup files on disk below the workspace folders, with their texts. */
export class WorkspaceFiles {
  readonly #documents = new Map<string, TextDocument>();
  readonly #folders = new Map<string, AbortController>();
  #versions = 0;

  /** The files as they were last read. */
  all(): readonly TextDocument[] {
    return [...this.#documents.values()];
  }

  get(uri: DocumentUri): TextDocument | undefined {
    return this.#documents.get(keyOf(uri));
  }

  /** Whether a file is one of those that are looked after. */
  covers(uri: DocumentUri): boolean {
    const path = pathOf(uri);
    return path !== undefined && path.endsWith(SETUP_FILE_SUFFIX) && this.#reaches(path);
  }

  /** The files that were below any of these folders when they were last read. */
  inside(uris: readonly DocumentUri[]): readonly TextDocument[] {
    const folders = new Set(uris.flatMap((uri) => pathOf(uri) ?? []).filter((path) => !this.#documents.has(path)));
    if (folders.size === 0) return [];
    return [...this.#documents]
      .filter(([path]) => foldersAround(path).some((folder) => folders.has(folder)))
      .map(([, document]) => document);
  }

  /** The URIs of the setup files that are now below a folder, if it is looked after. */
  async below(uri: DocumentUri): Promise<readonly DocumentUri[]> {
    const folder = pathOf(uri);
    return folder === undefined || !this.#reaches(folder) ? [] : (await setupFilesIn(folder)).map(uriOf);
  }

  /** Reads the setup files below a folder. Folders that are not on disk have none. */
  async addFolder(uri: DocumentUri): Promise<readonly TextDocument[]> {
    const folder = pathOf(uri);
    if (folder === undefined || this.#folders.has(folder)) return [];
    const abort = new AbortController();
    this.#folders.set(folder, abort);
    const limit = pLimit(CONCURRENCY);
    const paths = await setupFilesIn(folder, abort.signal);
    const read = await Promise.all(
      paths.map((path) => limit(() => (abort.signal.aborted ? undefined : this.read(uriOf(path))))),
    );
    return read.flatMap((document) => document ?? []);
  }

  /** The paths of the files that are there now, read or not. */
  async pathsOnDisk(): Promise<readonly string[]> {
    const found = await Promise.all([...this.#folders].map(([folder, { signal }]) => setupFilesIn(folder, signal)));
    return [...new Set(found.flat())];
  }

  /** Forgets a folder and its files. @returns the files that are forgotten. */
  removeFolder(uri: DocumentUri): readonly TextDocument[] {
    const folder = pathOf(uri);
    if (folder === undefined) return [];
    this.#folders.get(folder)?.abort();
    this.#folders.delete(folder);
    const gone = this.all().filter((document) => !this.covers(document.uri));
    for (const document of gone) this.#documents.delete(keyOf(document.uri));
    return gone;
  }

  /** Reads a file anew. @returns undefined if it is gone, or not one of those that are looked after. */
  async read(uri: DocumentUri): Promise<TextDocument | undefined> {
    const path = pathOf(uri);
    if (path === undefined || !this.covers(uri)) return undefined;
    const text = await readText(path);
    if (text === undefined || !this.covers(uri)) {
      this.#documents.delete(path);
      return undefined;
    }
    const document = TextDocument.create(uri, "vaultconn", ++this.#versions, text);
    this.#documents.set(path, document);
    return document;
  }

  /** Reads any file on disk, be it looked after or not. @returns undefined if there is none. */
  async readAny(uri: DocumentUri): Promise<TextDocument | undefined> {
    const path = pathOf(uri);
    const text = path === undefined ? undefined : await readText(path);
    return text === undefined ? undefined : TextDocument.create(uri, "vaultconn", ++this.#versions, text);
  }

  /** Forgets a file that is gone. */
  forget(uri: DocumentUri): void {
    this.#documents.delete(keyOf(uri));
  }

  #reaches(path: string): boolean {
    return [...this.#folders.keys()].some(
      (folder) =>
        isWithin(path, folder) &&
        !path
          .slice(folder.length)
          .split(/[\\/]/)
          .some((step) => SKIPPED.has(step)),
    );
  }
}

function setupFilesIn(folder: string, signal?: AbortSignal): Promise<readonly string[]> {
  return findFiles(folder, { most: MOST_FILES, deepest: DEEPEST, ...(signal && { signal }) });
}

function foldersAround(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAround(folder)];
}

function isWithin(path: string, folder: string): boolean {
  return path.startsWith(
    folder.endsWith("/") || folder.endsWith("\\") ? folder : `${folder}${path.includes("\\") ? "\\" : "/"}`,
  );
}
