import type { CancellationToken, ClientCapabilities, DocumentUri, ServerCapabilities } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { InitializationOptions } from "../../protocol/messages.js";
import type { Checker } from "../checker.js";
import type { Client, Supports } from "../client.js";
import type { SetupFile } from "../document/setupFile.js";
import type { Awaitable } from "../guard.js";
import type { Documents } from "../lsp/documents.js";
import type { DocumentRequests, Notifications, Requests } from "../lsp/messages.js";
import type { WorkspaceFiles } from "../workspace/workspaceFiles.js";

/** A part of what the server can do: its capabilities and its handlers. */
export interface Feature {
  /** What it adds to the reply to `initialize`. */
  readonly capabilities?: (supports: Supports) => ServerCapabilities;
  /** Registers its handlers; called once, when the client has said what it supports. */
  readonly register: (server: Server) => void;
}

/** What features work with. */
export interface Server {
  readonly client: Client;
  /** What the client said of itself with `initialize`. */
  readonly clientCapabilities: ClientCapabilities;
  readonly options: InitializationOptions;
  /** The folders the client had open when it started the server. */
  readonly folders: readonly DocumentUri[];
  /** The open documents. */
  readonly documents: Documents;
  /** The setup files on disk. */
  readonly files: WorkspaceFiles;
  readonly checker: Checker;
  /**
   * Answers requests. Where the handler throws, the reply is the fallback and a
   * line goes into the log; where the request was cancelled meanwhile, the reply
   * says so.
   */
  readonly onRequest: <Method extends keyof Requests>(
    method: Method,
    fallback: Requests[Method]["result"],
    handler: (params: Requests[Method]["params"], token: CancellationToken) => Awaitable<Requests[Method]["result"]>,
  ) => void;
  /**
   * Answers requests about an open document. A document that is not open gets the
   * fallback; a reply that comes after the document has changed is dropped.
   */
  readonly onDocumentRequest: <Method extends keyof DocumentRequests>(
    method: Method,
    fallback: DocumentRequests[Method]["result"],
    handler: (
      target: DocumentAndFile,
      params: DocumentRequests[Method]["params"],
      token: CancellationToken,
    ) => Awaitable<DocumentRequests[Method]["result"]>,
  ) => void;
  /** Takes notifications. Where the handler throws, a line goes into the log. */
  readonly onNotification: <Method extends keyof Notifications>(
    method: Method,
    handler: (params: Notifications[Method]) => Awaitable<void>,
  ) => void;
  /** Runs something that nobody waits for. Where it throws, a line goes into the log. */
  readonly inBackground: (name: string, work: () => Awaitable<void>) => void;
}

/** A document and what it means. */
interface DocumentAndFile {
  readonly document: TextDocument;
  readonly file: SetupFile;
}
