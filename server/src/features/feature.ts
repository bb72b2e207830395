import type { Connection, DocumentUri, ServerCapabilities, TextDocuments } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Client, ClientSupport } from "../client/client.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { EnvFiles } from "../symbols/envFiles.js";
import type { SymbolIndex } from "../symbols/symbolIndex.js";
import type { Documents, WorkspaceFiles } from "../workspace/workspaceFiles.js";
import type { Guards } from "./guards.js";

/** A part of what the server can do: its capabilities and its handlers. */
export interface Feature {
  readonly capabilities?: (support: ClientSupport) => ServerCapabilities;
  /** Registers its handlers; called once, when the client has said what it supports. */
  readonly register: (connection: Connection, context: Context) => void;
}

/** What the features have in common. */
export interface Context extends Guards {
  readonly client: Client;
  /** The folders the client had open when it started the server. */
  readonly folders: readonly DocumentUri[];
  /** The setup files that are open. */
  readonly documents: Documents;
  /** All that is open, be it a setup file or a `.env` file. */
  readonly openFiles: TextDocuments<TextDocument>;
  readonly files: WorkspaceFiles;
  readonly envFiles: EnvFiles;
  /** Where names stand, in setup files that are open and on disk. */
  readonly symbols: SymbolIndex;
  readonly diagnostics: Diagnostics;
}
