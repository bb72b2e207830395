import type { DidChangeWatchedFilesRegistrationOptions, WatchKind } from "vscode-languageserver";
import { NAMES_CHANGED, SETTINGS_SECTION, type Settings } from "../../protocol/messages.js";
import { pullDocument, pullWorkspace } from "../diagnostics/pull.js";
import { DiagnosticsService } from "../diagnostics/service.js";
import { readSettings } from "../settings.js";
import { ChangesOnDisk } from "../workspace/changesOnDisk.js";
import { SETUP_FILE_SUFFIX } from "../workspace/findFiles.js";
import type { Feature, Server } from "./feature.js";

const CREATE_AND_DELETE: WatchKind = 1 | 4;
/** Setup files; and whatever comes or goes, for that may be a folder with setup files. */
const WATCHED: DidChangeWatchedFilesRegistrationOptions = {
  watchers: [{ globPattern: `**/*${SETUP_FILE_SUFFIX}` }, { globPattern: "**", kind: CREATE_AND_DELETE }],
};

/**
 * Diagnostics of open documents and of the setup files on disk. A client that
 * pulls is answered, and told when to pull anew; to any other client they are
 * pushed.
 */
export const diagnostics: Feature = {
  capabilities: ({ pullDiagnostics }) =>
    pullDiagnostics
      ? { diagnosticProvider: { identifier: "vaultconn", interFileDependencies: true, workspaceDiagnostics: true } }
      : {},
  register(server) {
    const service = new DiagnosticsService(server);
    server.checker.settings = readSettings(server.options.settings);
    listenToDocuments(server, service);
    listenToWorkspace(server, service);
    const started = new Promise<void>((resolve) => {
      server.onNotification("initialized", () => start(server, service).finally(resolve));
    });
    if (!server.client.supports.watchedFiles) lookForChanges(server, service, started);
    server.onRequest("textDocument/diagnostic", { kind: "full", items: [] }, (params) =>
      pullDocument(server, service, params),
    );
    server.onRequest("workspace/diagnostic", { items: [] }, async (params, token) => {
      await started;
      return pullWorkspace(server, service, params, token);
    });
  },
};

function listenToDocuments({ documents, inBackground }: Server, service: DiagnosticsService): void {
  documents.listen({
    opened: (document) => {
      service.opened(document);
    },
    changed: (document) => {
      inBackground("Checking a document", () => service.changed(document));
    },
    closed: (document) => {
      inBackground("Closing a document", () => service.closed(document));
    },
  });
}

function listenToWorkspace(server: Server, service: DiagnosticsService): void {
  server.onNotification("workspace/didChangeWatchedFiles", ({ changes }) => service.filesChanged(changes));
  server.onNotification("workspace/didRenameFiles", ({ files }) => service.foldersRenamed(files));
  server.onNotification("workspace/didChangeConfiguration", ({ settings }) => configure(server, service, settings));
  server.onNotification("workspace/didChangeWorkspaceFolders", ({ event: { added, removed } }) => {
    service.foldersRemoved(removed.map(({ uri }) => uri));
    return service.foldersAdded(added.map(({ uri }) => uri));
  });
  server.onNotification(NAMES_CHANGED, () => namesChanged(server, service));
}

/** Without anybody who watches files, saving or opening one is the occasion to look at those on disk, once all have been read. */
function lookForChanges(
  { files, documents, onNotification, inBackground }: Server,
  service: DiagnosticsService,
  started: Promise<void>,
): void {
  const changes = new ChangesOnDisk(files);
  const look = async (): Promise<void> => {
    await started;
    await changes.look((found) => service.filesChanged(found));
  };
  onNotification("textDocument/didSave", look);
  // What is opened before then has no part in it: all files are being read anyway.
  void started.then(() => {
    documents.listen({
      opened: () => {
        inBackground("Looking for changed files", look);
      },
    });
  });
}

async function start({ client, folders, checker }: Server, service: DiagnosticsService): Promise<void> {
  const { configurationChanges, watchedFiles } = client.supports;
  if (configurationChanges) client.register("workspace/didChangeConfiguration", { section: SETTINGS_SECTION });
  if (watchedFiles) client.register("workspace/didChangeWatchedFiles", WATCHED);
  const filesRead = service.foldersAdded(folders);
  const settings = await client.settings();
  if (settings) apply(settings, checker, service);
  await filesRead;
}

/** A client that answers `workspace/configuration` is asked; any other sends the settings along. */
async function configure({ client, checker }: Server, service: DiagnosticsService, sent: unknown): Promise<void> {
  const asked = await client.settings();
  apply(asked ?? readSettings(sectionIn(sent)), checker, service);
}

function apply(settings: Settings, checker: Server["checker"], service: DiagnosticsService): void {
  if (settings.plainTextSecret === checker.settings.plainTextSecret) return;
  checker.settings = settings;
  service.everythingStale();
}

function sectionIn(settings: unknown): unknown {
  const inside = (value: unknown, step: string): unknown =>
    typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, step)?.value : undefined;
  return SETTINGS_SECTION.split(".").reduce(inside, settings);
}

async function namesChanged({ checker, documents }: Server, service: DiagnosticsService): Promise<void> {
  checker.names.clear();
  await Promise.all(documents.all().map((document) => service.prepareNames(document)));
  service.everythingStale();
}
