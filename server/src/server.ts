import { TextDocuments, TextDocumentSyncKind, type Connection, type InitializeParams, type ServerCapabilities } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { Checker } from "./checker.js";
import { createClient, optionsOf, supportedBy } from "./client.js";
import { setupFileOf } from "./document/cache.js";
import { type Server } from "./features/feature.js";
import { features } from "./features/table.js";
import { contentModified, guarded, guardedNotification } from "./guard.js";
import { readSettings } from "./settings.js";
import { WorkspaceFiles } from "./workspace/workspaceFiles.js";

/** Serves one client over a connection that is not listening yet. */
export function startServer(connection: Connection): void {
  connection.onInitialize((params) => {
    const server = createServer(connection, params);
    for (const feature of features) feature.register(server);
    return { capabilities: capabilitiesOf(server), serverInfo: { name: "vaultconn" } };
  });
}

function createServer(connection: Connection, params: InitializeParams): Server {
  const client = createClient(connection, supportedBy(params));
  const documents = new TextDocuments(TextDocument);
  documents.listen(connection);
  const log = (line: string): void => {
    connection.console.error(line);
  };
  return {
    connection,
    client,
    log,
    documents,
    files: new WorkspaceFiles(),
    checker: new Checker(client),
    folders: foldersOf(params),
    initialSettings: readSettings(optionsOf(params.initializationOptions).settings),
    guarded: (name, fallback, handler) => guarded(log, name, fallback, handler),
    notified: (name, handler) => guardedNotification(log, name, handler),
    onDocument: (name, fallback, handler) =>
      guarded(log, name, fallback, async (request, token) => {
        const document = documents.get(request.textDocument.uri);
        if (!document) return fallback;
        const { version } = document;
        const result = await handler({ document, file: setupFileOf(document) }, request, token);
        return documents.get(document.uri)?.version === version ? result : contentModified();
      }),
  };
}

function capabilitiesOf({ client }: Server): ServerCapabilities {
  const { supports } = client;
  return Object.assign(
    {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      ...(supports.workspaceFolders && { workspace: { workspaceFolders: { supported: true, changeNotifications: true } } }),
    },
    ...features.map((feature) => feature.capabilities?.(supports) ?? {}),
  ) as ServerCapabilities;
}

function foldersOf(params: InitializeParams): readonly string[] {
  const { workspaceFolders } = params;
  if (workspaceFolders) return workspaceFolders.map(({ uri }) => uri);
  const older: { readonly rootUri?: string | null } = params;
  return older.rootUri ? [older.rootUri] : [];
}
