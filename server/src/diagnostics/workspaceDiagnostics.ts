import { setTimeout as delay } from "node:timers/promises";
import type {
  CancellationToken,
  Diagnostic,
  DocumentDiagnosticReport,
  DocumentUri,
  PreviousResultId,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { ReferenceKind } from "../../../schemas/references.js";
import type { Client } from "../client/languageClient.js";
import { readSetupFile, setupFileOf, targetOf } from "../document/setupFile.js";
import { checkFile, type Finding, toDiagnostic } from "../rules/checkFile.js";
import { dependsOnSettings } from "../rules/valueRules.js";
import { Targets } from "../workspace/targets.js";
import { isOriginal } from "../workspace/uris.js";
import type { Documents, FileChange, WorkspaceFiles } from "../workspace/workspaceFiles.js";
import { Concerned } from "./concerned.js";
import { createFileSettings, createKnownNames } from "./clientAnswers.js";
import { resultIdOf } from "./resultId.js";

/** The findings in a version of a document, with an id that only changes if its diagnostics change. */
interface Result {
  readonly id: string;
  readonly findings: readonly Finding[];
  readonly diagnostics: Diagnostic[];
  readonly version: number;
  /** The ID that the file names, and the revision of the files that name it. */
  readonly target: string | undefined;
  readonly revision: number;
}

/** The client is asked about new text after this time without an edit. */
const REST_MS = 300;
/** How long a client that doesn't answer can delay diagnostics. */
const CLIENT_TIMEOUT_MS = 500;

/**
 * The diagnostics of all documents and files, and what they depend on besides the text: settings, existing names, and
 * which files update the same connection. Notifies a client that pulls diagnostics when to pull again, and sends
 * changes to any other client.
 */
export class Diagnostics {
  readonly #client: Client;
  readonly #open: Documents;
  readonly #files: Pick<WorkspaceFiles, "all" | "folderOf" | "get" | "isLossy">;
  readonly #names: ReturnType<typeof createKnownNames>;
  readonly #settings: ReturnType<typeof createFileSettings>;
  readonly #targets = new Targets();
  #results = new WeakMap<TextDocument, Result>();
  readonly #sent = new Map<DocumentUri, string>();
  #isRefreshing = false;
  readonly #concerned = new Concerned((concern) => {
    const all = (): readonly TextDocument[] => [...this.#open.all(), ...this.#notOpen(this.#files.all())];
    this.#reportAgain(concern === "all" ? all().map(({ uri }) => uri) : this.#targets.urisOf(concern));
  });
  /** The requests to the client about each open document, whether answered or not. */
  readonly #learning = new WeakMap<TextDocument, Promise<void>>();
  readonly #timers = new WeakMap<TextDocument, NodeJS.Timeout>();
  /** The documents that were pulled by themselves, since the last pull of all and before that. */
  #pulled: readonly Set<DocumentUri>[] = [new Set(), new Set()];

  /** @param open the open setup files. @param files the setup files on disk. */
  constructor(client: Client, open: Documents, files: Pick<WorkspaceFiles, "all" | "folderOf" | "get" | "isLossy">) {
    this.#client = client;
    this.#open = open;
    this.#files = files;
    this.#names = createKnownNames(client, files);
    this.#settings = createFileSettings(client);
  }

  get #isPulled(): boolean {
    return Boolean(this.#client.support.capabilities.textDocument?.diagnostic);
  }

  /** Handles a document that was opened or edited. */
  documentChanged(document: TextDocument): void {
    const file = this.#files.get(document.uri);
    // The URI of the file on disk may be encoded differently.
    if (file && file.uri !== document.uri) this.#withdraw(file.uri);
    if (isOriginal(document.uri)) this.#concerned.add(this.#targets.set(document, setupFileOf(document)));
    if (!this.#isPulled) this.#publish(document, true);
    // Ask the client at once if a document is opened, but after edits only once they pause, not for every keystroke.
    clearTimeout(this.#timers.get(document));
    const learn = (): void => {
      const learning = this.#learn(document).catch(() => undefined);
      this.#learning.set(document, learning);
    };
    if (this.#learning.has(document)) this.#timers.set(document, setTimeout(learn, REST_MS));
    else learn();
  }

  /** Handles files that were added, deleted or changed on disk, or closed in the editor. */
  async filesChanged(changes: readonly FileChange[]): Promise<void> {
    const secrets: DocumentUri[] = [];
    // Record all files before checking any, so that each is compared with all others.
    for (const { uri, document: onDisk } of changes) {
      const opened = this.#open.get(uri);
      // VS Code may keep a document for minutes after its tab was closed and its file deleted.
      const document = onDisk && (opened ?? onDisk);
      const file = document && (opened ? setupFileOf(document) : readSetupFile(document.getText()));
      if (!opened && file?.values.some(dependsOnSettings)) secrets.push(uri);
      this.#concerned.add(document && file ? this.#targets.set(document, file) : this.#targets.delete(uri));
      if (opened && this.#isLossy(onDisk) && this.#results.delete(opened)) this.#notify(opened, true);
    }
    for (const { uri, document } of this.#notOpen(changes)) {
      if (document) this.#notify(document, false);
      else this.#withdraw(uri);
    }
    await withTimeout(this.#learnSettings(secrets));
  }

  /** Handles changed settings. */
  async settingsChanged(): Promise<void> {
    this.#settings.changed();
    const all = [...this.#open.all(), ...this.#notOpen(this.#files.all())];
    const secrets = all.filter((document) => readSetupFile(document.getText()).values.some(dependsOnSettings));
    await this.#learnSettings(secrets.map(({ uri }) => uri));
  }

  /** Handles changes of the names that references can use. */
  async namesChanged(): Promise<void> {
    this.#names.clear();
    await Promise.all(this.#open.all().map((document) => this.#names.learn(document.uri, setupFileOf(document))));
    this.#concernsAll();
    this.#client.refreshSemanticTokens();
  }

  /** Waits for the client's answers about an open document, but not longer than `CLIENT_TIMEOUT_MS`. */
  async learnNames(document: TextDocument): Promise<void> {
    await withTimeout(this.#learning.get(document));
  }

  /** Whether what a reference in this file names exists; undefined if the client hasn't said. */
  exists(uri: DocumentUri, kind: ReferenceKind, name: string): boolean | undefined {
    return this.#names.exists(uri, kind, name);
  }

  /** The findings of a document, open or not, with the settings that apply to it. */
  async findings(document: TextDocument): Promise<readonly Finding[]> {
    const file = setupFileOf(document);
    if (file.values.some(dependsOnSettings)) await withTimeout(this.#learnSettings([document.uri]));
    // `${secrt:NAME}` is only malformed if there's no such provider.
    if (file.referenceTexts.some(({ parsed }) => parsed.references.some(({ kind }) => kind === "provider")))
      await withTimeout(this.#requestNames(document));
    return this.#resultOf(document, true).findings;
  }

  /** Answers `textDocument/diagnostic`. */
  async pull(uri: DocumentUri, previousResultId: string | undefined): Promise<DocumentDiagnosticReport> {
    const opened = this.#open.get(uri);
    if (opened) await this.learnNames(opened);
    this.#pulled[0]?.add(uri);
    const open = this.#open.get(uri);
    const document = open ?? this.#files.get(uri);
    return document
      ? reportOf(this.#resultOf(document, open !== undefined), previousResultId)
      : { kind: "full", items: [] };
  }

  /**
   * Answers `workspace/diagnostic` for the files on disk, open or not. Only changed ones get a full report. A client
   * doesn't forget what it pulled of another document when that is closed, so such documents get an empty one; what it
   * pulls of an open document takes precedence.
   */
  pullAll(previousResultIds: readonly PreviousResultId[], token: CancellationToken): WorkspaceDiagnosticReport {
    const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const report = (document: TextDocument, open: boolean): void => {
      if (token.isCancellationRequested) return;
      const { uri } = document;
      const version = open ? document.version : null;
      items.push({ ...reportOf(this.#resultOf(document, open), previous.get(uri)), uri, version });
      previous.delete(uri);
    };
    const open = this.#open.all().filter(({ uri }) => this.#files.get(uri));
    for (const document of open) report(document, true);
    for (const file of this.#notOpen(this.#files.all())) report(file, false);
    const others = new Set([...previous.keys(), ...this.#pulled.flatMap((uris) => [...uris])]);
    for (const { uri } of items) others.delete(uri);
    for (const uri of others) items.push({ kind: "full", uri, version: null, items: [] });
    this.#pulled = [new Set(), ...this.#pulled.slice(0, 1)];
    return { items };
  }

  /** Requests what a document's diagnostics depend on from the client. */
  async #learn(document: TextDocument): Promise<void> {
    const { uri } = document;
    if (this.#open.get(uri) !== document) return;
    const file = setupFileOf(document);
    const settings = file.values.some(dependsOnSettings) ? this.#learnSettings([uri]) : undefined;
    await this.#requestNames(document);
    await settings;
  }

  async #requestNames(document: TextDocument): Promise<void> {
    if (await this.#names.learn(document.uri, setupFileOf(document))) this.#concernsAll();
  }

  async #learnSettings(uris: readonly DocumentUri[]): Promise<void> {
    const changed = await this.#settings.learn(uris);
    for (const document of changed.map((uri) => this.#open.get(uri) ?? this.#files.get(uri)))
      if (document) this.#results.delete(document);
    this.#reportAgain(changed);
  }

  /** Rechecks all files. */
  #concernsAll(): void {
    this.#results = new WeakMap();
    this.#concerned.addAll();
  }

  #reportAgain(uris: readonly DocumentUri[]): void {
    for (const uri of uris) {
      const open = this.#open.get(uri);
      const document = open ?? this.#files.get(uri);
      if (document) this.#notify(document, open !== undefined);
    }
  }

  /** Tells the client that a document's diagnostics may have changed. */
  #notify(document: TextDocument, open: boolean): void {
    if (this.#isPulled) this.#refresh();
    else this.#publish(document, open);
  }

  #publish(document: TextDocument, open: boolean): void {
    const { uri, version } = document;
    const { id, diagnostics } = this.#resultOf(document, open);
    const state = open ? `${id} ${version}` : id;
    const before = this.#sent.get(uri);
    if (before === state || (!open && before === undefined && diagnostics.length === 0)) return;
    this.#sent.set(uri, state);
    this.#client.publish({ uri, ...(open && { version }), diagnostics });
  }

  /** Removes the diagnostics of a file that is gone. */
  #withdraw(uri: DocumentUri): void {
    if (this.#isPulled) this.#refresh();
    else if (this.#sent.delete(uri)) this.#client.publish({ uri, diagnostics: [] });
  }

  /** Sends one request for many changes. */
  #refresh(): void {
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    setImmediate(() => {
      this.#isRefreshing = false;
      this.#client.refreshDiagnostics();
    });
  }

  /** Keeps the tree of an open document, but not that of a file on disk. */
  #resultOf(document: TextDocument, open: boolean): Result {
    const { uri, version } = document;
    const known = this.#results.get(document);
    if (known?.version === version && known.revision === this.#revisionOf(known.target)) return known;
    const file = open ? setupFileOf(document) : readSetupFile(document.getText());
    const findings = checkFile(file, {
      // An editor shows U+FFFD in place of what isn't UTF-8.
      notText: this.#isLossy(document) || (file.text.includes("\uFFFD") && this.#isLossy(this.#files.get(uri))),
      ...this.#settings.of(uri),
      exists: (kind, name) => this.exists(uri, kind, name),
      envFileProblem: this.#names.envFileProblem(uri),
      sameTarget: (target) => (isOriginal(uri) ? this.#targets.others(uri, target) : { count: 0, first: [] }),
    });
    const diagnostics = findings.map((finding) => toDiagnostic(document, finding, this.#client.support.capabilities));
    const id = resultIdOf(JSON.stringify(diagnostics));
    const target = targetOf(file)?.id;
    const result = { id, findings, diagnostics, version, target, revision: this.#revisionOf(target) };
    this.#results.set(document, result);
    return result;
  }

  #isLossy(document: TextDocument | undefined): boolean {
    return document !== undefined && this.#files.isLossy(document);
  }

  #revisionOf(id: string | undefined): number {
    return id === undefined ? 0 : this.#targets.revisionOf(id);
  }

  #notOpen<File extends { readonly uri: DocumentUri }>(files: readonly File[]): readonly File[] {
    return files.filter(({ uri }) => !this.#open.get(uri));
  }
}

function reportOf({ id, diagnostics }: Result, previousResultId: string | undefined): DocumentDiagnosticReport {
  return id === previousResultId
    ? { kind: "unchanged", resultId: id }
    : { kind: "full", resultId: id, items: diagnostics };
}

async function withTimeout(answer: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([answer, delay(CLIENT_TIMEOUT_MS, undefined, { ref: false })]);
}
