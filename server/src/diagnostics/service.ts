import type { DocumentUri, FileChangeType, FileEvent, FileRename } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { setupFileOf } from "../document/cache.js";
import { readSetupFile } from "../document/setupFile.js";
import type { Server } from "../features/feature.js";
import { keyOf } from "../workspace/uris.js";
import { createPullReporter, createPushReporter, type Reporter } from "./reporters.js";
import { Results } from "./results.js";

/** Below this number of characters a document is checked with each edit; a larger one once edits have come to rest. */
const SMALL = 65_536;

const CREATED: FileChangeType = 1;
const CHANGED: FileChangeType = 2;
const DELETED: FileChangeType = 3;

/** Keeps the diagnostics of all documents and files current, and has them reported. */
export class DiagnosticsService {
  readonly #server: Server;
  readonly results: Results;
  readonly #reporter: Reporter;

  constructor(server: Server) {
    this.#server = server;
    const { checker, client } = server;
    this.results = new Results(checker);
    this.#reporter = client.supports.pullDiagnostics
      ? createPullReporter(client)
      : createPushReporter(client, this.results);
  }

  /** A document was opened or edited. */
  async changed(document: TextDocument): Promise<void> {
    const { version } = document;
    // Two turns: in the first, an edit that has already arrived is taken in.
    for (let turn = 0; turn < 2 && document.getText().length > SMALL; turn++) {
      await new Promise(setImmediate);
      if (document.version !== version || this.#server.documents.get(document.uri) !== document) return;
    }
    this.noteTarget(document);
    this.#reporter.edited(document, true);
    if (await this.prepareNames(document)) this.everythingStale();
  }

  /** Asks the client for names the references of a document need. @returns whether anything was learnt. */
  async prepareNames(document: TextDocument): Promise<boolean> {
    return this.#server.checker.names.prepare(document.uri, setupFileOf(document));
  }

  /** A document was opened: what was said about the file on disk is said about the document from now on. */
  opened({ uri }: TextDocument): void {
    const file = this.#server.files.get(uri);
    if (file && file.uri !== uri) this.#reporter.gone(file.uri);
  }

  /** A document was closed: the file on disk counts again, if there is one. */
  async closed({ uri }: TextDocument): Promise<void> {
    const file = await this.#server.files.read(uri);
    if (file) this.#fileRead(file);
    else this.#fileGone(uri);
  }

  /** Files have come, gone or changed on disk. Of a folder that comes or goes with all its files, some clients tell no more than that. */
  async filesChanged(changes: readonly FileEvent[]): Promise<void> {
    const deleted = changes.filter(({ type }) => type === DELETED).map(({ uri }) => uri);
    const created = changes.filter(({ type }) => type === CREATED).map(({ uri }) => uri);
    const left = this.#server.files.inside(deleted).map(({ uri }) => uri);
    const arrived = await Promise.all(created.map((uri) => this.#server.files.below(uri)));
    const inside = [...left, ...arrived.flat()].map((uri) => ({ uri, type: CHANGED }));
    for (const { uri, type } of [...inside, ...changes]) {
      if (type === DELETED) this.#server.files.forget(uri);
      const file = type === DELETED ? undefined : await this.#server.files.read(uri);
      if (file) this.#fileRead(file);
      else this.#fileGone(uri);
    }
  }

  /** Folders have new names. */
  async foldersRenamed(renames: readonly FileRename[]): Promise<void> {
    const left = this.#server.files.inside(renames.map(({ oldUri }) => oldUri)).map(({ uri }) => uri);
    const arrived = await Promise.all(renames.map(({ newUri }) => this.#server.files.below(newUri)));
    await this.filesChanged([...left, ...arrived.flat()].map((uri) => ({ uri, type: CHANGED })));
  }

  /** Folders were opened: all their files are read before any is reported, so that each knows of the others. */
  async foldersAdded(folders: readonly DocumentUri[]): Promise<void> {
    const files = (await Promise.all(folders.map((folder) => this.#server.files.addFolder(folder))))
      .flat()
      .filter((file) => !this.#server.documents.has(file.uri));
    for (const file of files) this.noteTarget(file, readSetupFile(file.getText()));
    for (const file of files) this.#reporter.stale(file, false);
  }

  /** Folders were closed. */
  foldersRemoved(folders: readonly DocumentUri[]): void {
    for (const { uri } of folders.flatMap((folder) => this.#server.files.removeFolder(folder))) this.#fileGone(uri);
  }

  /** Something that concerns every document has changed. */
  everythingStale(): void {
    this.#server.checker.revision++;
    for (const document of this.#server.documents.all()) this.#reporter.stale(document, true);
    for (const file of this.filesNotOpen()) this.#reporter.stale(file, false);
  }

  /** The files on disk that are not open. */
  filesNotOpen(): readonly TextDocument[] {
    const open = new Set(this.#server.documents.all().map(({ uri }) => keyOf(uri)));
    return this.#server.files.all().filter(({ uri }) => !open.has(keyOf(uri)));
  }

  /** Takes note of the connection a document updates, and has the other files that update it looked at again. */
  noteTarget(document: TextDocument, file = setupFileOf(document)): void {
    this.#recheck(this.#server.checker.noteTarget(document, file));
  }

  #fileRead(file: TextDocument): void {
    if (this.#server.documents.has(file.uri)) return;
    this.noteTarget(file, readSetupFile(file.getText()));
    this.#reporter.stale(file, false);
  }

  #fileGone(uri: DocumentUri): void {
    if (this.#server.documents.has(uri)) return;
    this.#recheck(this.#server.checker.forget(uri));
    this.#reporter.gone(uri);
  }

  #recheck(keys: ReadonlySet<string>): void {
    if (keys.size === 0) return;
    this.#server.checker.revision++;
    for (const document of this.#server.documents.all())
      if (keys.has(keyOf(document.uri))) this.#reporter.stale(document, true);
    for (const file of this.filesNotOpen()) if (keys.has(keyOf(file.uri))) this.#reporter.stale(file, false);
  }
}
