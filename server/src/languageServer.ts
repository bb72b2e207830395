import { join } from "node:path";
import * as l10n from "@vscode/l10n";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type DocumentUri,
  type InitializeParams,
  type ServerCapabilities,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import { createClient } from "./client/languageClient.js";
import { type ClientSupport, supportOf } from "./client/support.js";
import { VERSION } from "./version.js";
import { Diagnostics } from "./diagnostics/workspaceDiagnostics.js";
import { createGuards, describeError } from "./features/guards.js";
import { features } from "./features/features.js";
import { createEnvFiles } from "./symbols/envFiles.js";
import { createSymbolIndex } from "./symbols/symbolIndex.js";
import { type Documents, WorkspaceFiles } from "./workspace/workspaceFiles.js";
import { isSetupFile, keyOf } from "./workspace/uris.js";
import { connectToClient, writeLog } from "./connection.js";

/** Serves the one client that started this process, and ends with it. */
export function serve(): void {
  const connection = connectToClient();
  // A bug in one handler mustn't stop the server.
  const logUnexpected = (error: unknown): void => {
    writeLog(connection, `Unexpected: ${describeError(error)}`);
  };
  process.on("uncaughtException", logUnexpected);
  process.on("unhandledRejection", logUnexpected);
  const openFiles = new TextDocuments({ create: openDocument, update: TextDocument.update });
  openFiles.listen(connection);
  connection.onInitialize((params) => {
    useLocale(params.locale, join(__dirname, "l10n"));
    const support = supportOf(params);
    const client = createClient(connection, support);
    const files = new WorkspaceFiles();
    const envFiles = createEnvFiles(client, files, openFiles);
    const documents = setupDocuments(openFiles);
    const context = {
      client,
      folders: foldersOf(params),
      documents,
      openFiles,
      files,
      envFiles,
      symbols: createSymbolIndex(documents, files),
      diagnostics: new Diagnostics(client, documents, files),
      ...createGuards(documents, openFiles, envFiles, (line) => {
        writeLog(connection, line);
      }),
    };
    for (const feature of features) feature.register(connection, context);
    return { capabilities: capabilitiesOf(support), serverInfo: { name: "vaultconn", version: VERSION } };
  });
  connection.listen();
}

/** @throws TypeError if the client sends invalid parameters. */
function openDocument(uri: unknown, languageId: string, version: number, text: unknown): TextDocument {
  if (typeof uri !== "string" || typeof text !== "string") throw new TypeError("No document");
  return TextDocument.create(uri, languageId, version, text);
}

function capabilitiesOf(support: ClientSupport): ServerCapabilities {
  const textDocumentSync = { openClose: true, change: TextDocumentSyncKind.Incremental, save: true };
  const all = features.map((feature) => feature.capabilities?.(support) ?? {});
  const workspaces = all.flatMap(({ workspace }) => workspace ?? []);
  const fileOperations = Object.assign({}, ...workspaces.map((workspace) => workspace.fileOperations)) as object;
  const workspace = Object.assign({}, ...workspaces, { fileOperations }) as object;
  return Object.assign({ textDocumentSync }, ...all, workspaces.length > 0 && { workspace }) as ServerCapabilities;
}

function foldersOf(params: InitializeParams): readonly DocumentUri[] {
  if (params.workspaceFolders) return params.workspaceFolders.map(({ uri }) => uri);
  // Older clients only send a single root, which LSP deprecates.
  const rootUri = params["rootUri" as keyof InitializeParams] as DocumentUri | null | undefined;
  return rootUri ? [rootUri] : [];
}

/**
 * The open documents that are setup files, in any spelling of their URIs. The client may also have opened `.env` files and
 * any JSON.
 */
function setupDocuments(open: TextDocuments<TextDocument>): Documents {
  const byKey = new Map<string, TextDocument>();
  open.onDidOpen(({ document }) => {
    if (isSetupFile(document)) byKey.set(keyOf(document.uri), document);
  });
  open.onDidClose(({ document }) => {
    byKey.delete(keyOf(document.uri));
  });
  return { all: () => [...byKey.values()], get: (uri) => byKey.get(keyOf(uri)) };
}

/**
 * Sets the language of all texts in this process. Falls back to English.
 * @param locale the client's `locale` (LSP, `initialize`).
 * @param bundles the folder with `bundle.l10n.<language>.json`.
 */
function useLocale(locale: string | undefined, bundles: string): void {
  const [language = ""] = String(locale).toLowerCase().split(/[-_]/);
  try {
    l10n.config({ fsPath: join(bundles, `bundle.l10n.${language}.json`) });
  } catch {
    // There's no bundle for that language, so the texts stay English.
  }
}
