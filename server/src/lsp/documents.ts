import type {
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DocumentUri,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { keyOf } from "../workspace/uris.js";

/** What is told about open documents. */
export interface DocumentListener {
  opened?(document: TextDocument): void;
  /** Also called, after `opened`, for the text a document is opened with. */
  changed?(document: TextDocument): void;
  closed?(document: TextDocument): void;
}

/** The open documents, kept current by the client's notifications. */
export class Documents {
  readonly #documents = new Map<DocumentUri, TextDocument>();
  readonly #listeners: DocumentListener[] = [];

  get(uri: DocumentUri): TextDocument | undefined {
    return this.#documents.get(uri);
  }

  all(): readonly TextDocument[] {
    return [...this.#documents.values()];
  }

  /** Whether a file is open, however its URI is spelled. */
  has(uri: DocumentUri): boolean {
    if (this.#documents.has(uri)) return true;
    const key = keyOf(uri);
    for (const open of this.#documents.keys()) if (keyOf(open) === key) return true;
    return false;
  }

  /** Adds a listener, for good. */
  listen(listener: DocumentListener): void {
    this.#listeners.push(listener);
  }

  open({ textDocument: { uri, languageId, version, text } }: DidOpenTextDocumentParams): void {
    const document = TextDocument.create(uri, languageId, version, text);
    this.#documents.set(uri, document);
    for (const listener of this.#listeners) listener.opened?.(document);
    for (const listener of this.#listeners) listener.changed?.(document);
  }

  /** Changes may be of parts or of the whole text. A document that is not open is left alone. */
  change({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams): void {
    const document = this.#documents.get(uri);
    if (!document || contentChanges.length === 0) return;
    TextDocument.update(document, contentChanges, version);
    for (const listener of this.#listeners) listener.changed?.(document);
  }

  close({ textDocument: { uri } }: DidCloseTextDocumentParams): void {
    const document = this.#documents.get(uri);
    if (!document) return;
    this.#documents.delete(uri);
    for (const listener of this.#listeners) listener.closed?.(document);
  }
}
