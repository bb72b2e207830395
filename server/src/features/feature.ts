import { type CancellationToken, type Connection, type DocumentUri, type ResponseError, type ServerCapabilities, type TextDocuments } from "vscode-languageserver";
import { type TextDocument } from "vscode-languageserver-textdocument";
import { type Settings } from "../../protocol/messages.js";
import { type Checker } from "../checker.js";
import { type Client, type Supports } from "../client.js";
import { type SetupFile } from "../document/setupFile.js";
import { type Handler, type Log } from "../guard.js";
import { type WorkspaceFiles } from "../workspace/workspaceFiles.js";

/** A part of what the server can do: its capabilities and its handlers. */
export interface Feature {
  /** What it adds to the reply to `initialize`. */
  readonly capabilities?: (supports: Supports) => ServerCapabilities;
  /** Registers its handlers; called once, when the client has said what it supports. */
  readonly register: (server: Server) => void;
}

/** What features work with. */
export interface Server {
  readonly connection: Connection;
  readonly client: Client;
  readonly log: Log;
  /** The open documents. */
  readonly documents: TextDocuments<TextDocument>;
  /** The setup files on disk. */
  readonly files: WorkspaceFiles;
  readonly checker: Checker;
  /** The folders the client has opened, when it started the server. */
  readonly folders: readonly DocumentUri[];
  /** The settings that came with `initialize`. */
  readonly initialSettings: Settings;
  /** Wraps a request handler; see `guarded`. */
  readonly guarded: <Params, Result>(name: string, fallback: Result, handler: (params: Params, token: CancellationToken) => Result | Promise<Result | ResponseError<never>>) => Handler<Params, Result>;
  /**
   * Wraps the handler of a request about an open document: a document that is not
   * open gets the fallback, and a reply that comes after the document has changed
   * is dropped.
   */
  readonly onDocument: <Params extends { readonly textDocument: { readonly uri: DocumentUri } }, Result>(
    name: string,
    fallback: Result,
    handler: (target: DocumentAndFile, params: Params, token: CancellationToken) => Result | Promise<Result>,
  ) => Handler<Params, Result>;
  /** Wraps a notification handler; see `guardedNotification`. */
  readonly notified: <Params>(name: string, handler: (params: Params) => Promise<void> | undefined) => (params: Params) => void;
}

/** A document and what it means. */
export interface DocumentAndFile {
  readonly document: TextDocument;
  readonly file: SetupFile;
}
