import type {
  CancellationToken,
  InitializeParams,
  ServerCapabilities,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import type { MessageConnection } from "vscode-jsonrpc/node";
import { Checker } from "./checker.js";
import { capabilitiesIn, createClient, optionsOf, supportedBy } from "./client.js";
import { setupFileOf } from "./document/cache.js";
import type { Server } from "./features/feature.js";
import { features } from "./features/table.js";
import { answer, contentModified, run, type Awaitable } from "./guard.js";
import { writeLog } from "./lsp/connection.js";
import { Documents } from "./lsp/documents.js";
import type { Notifications } from "./lsp/messages.js";
import { handleLifecycle, type Lifecycle } from "./lsp/lifecycle.js";
import { useLocale } from "./lsp/locale.js";
import { VERSION } from "./version.js";
import { WorkspaceFiles } from "./workspace/workspaceFiles.js";

const INCREMENTAL: TextDocumentSyncKind = 2;

/**
 * Serves one client over a connection that is not listening yet.
 * @param bundles the folder with the texts in other languages.
 */
export function startServer(connection: MessageConnection, bundles: string): void {
  handleLifecycle(connection, (params, lifecycle) => {
    useLocale(params.locale, bundles);
    const server = createServer(connection, params, lifecycle);
    for (const feature of features) feature.register(server);
    return { capabilities: capabilitiesOf(server), serverInfo: { name: "vaultconn", version: VERSION } };
  });
}

function createServer(connection: MessageConnection, params: InitializeParams, { refusal }: Lifecycle): Server {
  const client = createClient(connection, supportedBy(params));
  const documents = new Documents();
  const log = (line: string): void => {
    writeLog(connection, line);
  };
  const onNotification: Server["onNotification"] = <Method extends keyof Notifications>(
    method: Method,
    handler: (sent: Notifications[Method]) => Awaitable<void>,
  ) => {
    connection.onNotification(method, (sent: Notifications[Method]) => {
      run(log, method, () => handler(sent));
    });
  };
  onNotification("textDocument/didOpen", documents.open.bind(documents));
  onNotification("textDocument/didChange", documents.change.bind(documents));
  onNotification("textDocument/didClose", documents.close.bind(documents));
  return {
    client,
    clientCapabilities: capabilitiesIn(params),
    options: optionsOf(params.initializationOptions),
    folders: foldersOf(params),
    documents,
    files: new WorkspaceFiles(),
    checker: new Checker(client),
    onNotification,
    onRequest: (method, fallback, handler) => {
      connection.onRequest(
        method,
        (sent: Parameters<typeof handler>[0], token: CancellationToken) =>
          refusal() ?? answer(log, method, fallback, token, () => handler(sent, token)),
      );
    },
    onDocumentRequest: (method, fallback, handler) => {
      connection.onRequest(
        method,
        (sent: Parameters<typeof handler>[1], token: CancellationToken) =>
          refusal() ??
          answer(log, method, fallback, token, async () => {
            const document = documents.get(sent.textDocument.uri);
            if (!document) return fallback;
            const { version } = document;
            const result = await handler({ document, file: setupFileOf(document) }, sent, token);
            // Closed and opened again, a document may have the same version and another text.
            return documents.get(document.uri) === document && document.version === version
              ? result
              : contentModified();
          }),
      );
    },
    inBackground: (name, work) => {
      run(log, name, work);
    },
  };
}

function capabilitiesOf({ client }: Server): ServerCapabilities {
  const { supports } = client;
  return Object.assign(
    {
      // Saves matter only where nobody tells of changes on disk.
      textDocumentSync: { openClose: true, change: INCREMENTAL, ...(!supports.watchedFiles && { save: true }) },
      ...((supports.workspaceFolders || supports.renamedFiles) && {
        workspace: {
          ...(supports.workspaceFolders && { workspaceFolders: { supported: true, changeNotifications: true } }),
          // Of single files the watchers tell.
          ...(supports.renamedFiles && {
            fileOperations: {
              didRename: { filters: [{ scheme: "file", pattern: { glob: "**", matches: "folder" } }] },
            },
          }),
        },
      }),
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
