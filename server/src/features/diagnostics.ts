import { DidChangeConfigurationNotification, DidChangeWatchedFilesNotification } from "vscode-languageserver";
import { NAMES_CHANGED, SETTINGS_SECTION, type Settings } from "../../protocol/messages.js";
import { pullDocument, pullWorkspace } from "../diagnostics/pull.js";
import { DiagnosticsService } from "../diagnostics/service.js";
import { readSettings } from "../settings.js";
import { SETUP_FILE_SUFFIX } from "../workspace/findFiles.js";
import { type Feature, type Server } from "./feature.js";

/**
 * Diagnostics of open documents and of the setup files on disk. A client that
 * pulls is answered, and told when to pull anew; to any other client they are
 * pushed.
 */
export const diagnostics: Feature = {
  capabilities: ({ pullDiagnostics }) =>
    pullDiagnostics ? { diagnosticProvider: { identifier: "vaultconn", interFileDependencies: true, workspaceDiagnostics: true } } : {},
  register(server) {
    const { connection, documents, checker } = server;
    const service = new DiagnosticsService(server);
    documents.onDidOpen(server.notified("Opening a document", ({ document }) => { service.opened(document); }));
    documents.onDidChangeContent(server.notified("Checking a document", ({ document }) => service.changed(document)));
    documents.onDidClose(server.notified("Closing a document", ({ document }) => service.closed(document)));
    connection.onDidChangeWatchedFiles(server.notified("Reading changed files", ({ changes }) => service.filesChanged(changes)));
    connection.onNotification(NAMES_CHANGED, server.notified("Checking references", () => namesChanged(server, service)));
    connection.onDidChangeConfiguration(server.notified("Reading the settings", ({ settings }) => configure(server, service, settings)));
    const started = new Promise<void>((resolve) => {
      connection.onInitialized(server.notified("Starting up", () => start(server, service).finally(resolve)));
    });
    connection.languages.diagnostics.on(server.guarded("Checking a document", { kind: "full", items: [] }, (params) => pullDocument(server, service, params)));
    connection.languages.diagnostics.onWorkspace(
      server.guarded("Checking the workspace", { items: [] }, async (params, token) => {
        await started;
        return pullWorkspace(server, service, params, token);
      }),
    );
    checker.settings = server.initialSettings;
  },
};

async function start(server: Server, service: DiagnosticsService): Promise<void> {
  const { connection, client, folders } = server;
  const { supports } = client;
  if (supports.configurationChanges) void connection.client.register(DidChangeConfigurationNotification.type, { section: SETTINGS_SECTION });
  if (supports.watchedFiles) void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: `**/*${SETUP_FILE_SUFFIX}` }] });
  if (supports.workspaceFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(
      server.notified("Reading folders", ({ added, removed }) => {
        service.foldersRemoved(removed.map(({ uri }) => uri));
        return service.foldersAdded(added.map(({ uri }) => uri));
      }),
    );
  }
  const filesRead = service.foldersAdded(folders);
  applySettings(server, service, await client.settings());
  await filesRead;
}

/** A client that answers `workspace/configuration` is asked; any other sends the settings along. */
async function configure(server: Server, service: DiagnosticsService, sent: unknown): Promise<void> {
  const asked = await server.client.settings();
  applySettings(server, service, asked ?? readSettings(sectionIn(sent)));
}

function applySettings({ checker }: Server, service: DiagnosticsService, settings: Settings | undefined): void {
  if (!settings || settings.plainTextSecret === checker.settings.plainTextSecret) return;
  checker.settings = settings;
  service.everythingStale();
}

function sectionIn(settings: unknown): unknown {
  return SETTINGS_SECTION.split(".").reduce<unknown>((value, step) => (typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(step) : undefined), settings);
}

async function namesChanged({ checker, documents }: Server, service: DiagnosticsService): Promise<void> {
  checker.names.clear();
  await Promise.all(documents.all().map((document) => service.prepareNames(document)));
  service.everythingStale();
}
