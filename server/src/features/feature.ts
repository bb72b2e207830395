import type {
  CancellationToken,
  Connection,
  DocumentUri,
  ResponseError,
  ServerCapabilities,
  Disposable,
  TextDocumentChangeEvent,
  TextDocumentIdentifier,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client, ClientSupport } from "../client/client.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { EnvFiles } from "../symbols/envFiles.js";
import type { SymbolIndex } from "../symbols/symbolIndex.js";
import type { Documents, WorkspaceFiles } from "../workspace/workspaceFiles.js";

/** A part of what the server can do: its capabilities and its handlers. */
export interface Feature {
  readonly capabilities?: (support: ClientSupport) => ServerCapabilities;
  /** Registers its handlers; called once, when the client has said what it supports. */
  readonly register: (connection: Connection, context: Context) => void;
}

type Awaitable<Value> = Value | Promise<Value>;

type Handler<Params, Result> = (params: Params, token: CancellationToken) => Promise<Result | ResponseError<never>>;

type DocumentEvent = (listener: (change: TextDocumentChangeEvent<TextDocument>) => void) => Disposable;

/** Open documents, and what happens to them. */
export interface OpenDocuments extends Documents {
  readonly onDidOpen: DocumentEvent;
  readonly onDidChangeContent: DocumentEvent;
  readonly onDidSave: DocumentEvent;
  readonly onDidClose: DocumentEvent;
}

export interface Context {
  readonly client: Client;
  /** The folders the client had open when it started the server. */
  readonly folders: readonly DocumentUri[];
  readonly documents: OpenDocuments;
  /** All that is open, be it a setup file or a `.env` file. */
  readonly openFiles: Documents;
  readonly files: WorkspaceFiles;
  readonly envFiles: EnvFiles;
  /** Where names stand, in setup files that are open and on disk. */
  readonly symbols: SymbolIndex;
  readonly diagnostics: Diagnostics;
  /**
   * Guards a handler of requests. Where it throws, the reply is the fallback and a line goes into the log; where the
   * request was cancelled in the meantime, the reply says so.
   * @param name what the log calls it.
   */
  readonly answer: <Params, Result>(
    name: string,
    fallback: NoInfer<Result>,
    handler: (params: Params, token: CancellationToken) => Awaitable<Result | ResponseError<never>>,
  ) => Handler<Params, Result>;
  /**
   * The same for requests about an open document. A document that isn't open gets the fallback; a reply that comes
   * after the document has changed says so instead.
   * @param among the documents it may be about; without it, the setup files.
   */
  readonly answerAbout: <Params extends { readonly textDocument: TextDocumentIdentifier }, Result>(
    name: string,
    fallback: NoInfer<Result>,
    handler: (
      document: TextDocument,
      params: Params,
      token: CancellationToken,
    ) => Awaitable<Result | ResponseError<never>>,
    among?: Documents,
  ) => Handler<Params, Result>;
  /** Runs something that no one waits for. Where it throws, a line goes into the log. */
  readonly run: (name: string, work: () => Awaitable<void>) => void;
}
