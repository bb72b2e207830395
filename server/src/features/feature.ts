import type { Connection, DocumentUri, ServerCapabilities, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client } from "../client/languageClient.js";
import type { ClientSupport } from "../client/support.js";
import type { Diagnostics } from "../diagnostics/workspaceDiagnostics.js";
import type { EnvFiles } from "../symbols/envFiles.js";
import type { SymbolIndex } from "../symbols/symbolIndex.js";
import type { Documents, WorkspaceFiles } from "../workspace/workspaceFiles.js";
import type { Guards } from "./guards.js";

/** A language feature: its capabilities and its handlers. */
export interface Feature {
  readonly capabilities?: (support: ClientSupport) => ServerCapabilities;
  /** Registers the handlers. Called once, when the client's capabilities are known. */
  readonly register: (connection: Connection, context: Context) => void;
}

/** What the features share. */
export interface Context extends Guards {
  readonly client: Client;
  /** The folders that were open when the client started the server. */
  readonly folders: readonly DocumentUri[];
  /** The setup files that are open. */
  readonly documents: Documents;
  /** All open documents: setup files and `.env` files. */
  readonly openFiles: TextDocuments<TextDocument>;
  readonly files: WorkspaceFiles;
  readonly envFiles: EnvFiles;
  /** Where setup files, open and on disk, use names. */
  readonly symbols: SymbolIndex;
  readonly diagnostics: Diagnostics;
}
