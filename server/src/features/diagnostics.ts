import {
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type DidChangeWatchedFilesRegistrationOptions,
  type DocumentDiagnosticParams,
  FileChangeType,
  WatchKind,
  type WorkspaceDiagnosticParams,
} from "vscode-languageserver";
import pLimit from "p-limit";
import { FILE_ENDING } from "../../../schemas/files.js";
import { ENV_FILE_SETTING, NamesChangedNotification, SETTINGS_SECTION } from "../../protocol/messages.js";
import { isSetupFile } from "../workspace/uris.js";
import type { Context, Feature } from "./feature.js";

/** Diagnostics of open documents and setup files on disk, and the changes that they depend on. */
export const diagnosing: Feature = {
  capabilities: ({ capabilities: { textDocument, workspace } }) => ({
    ...(textDocument?.diagnostic && {
      diagnosticProvider: { identifier: "vaultconn", interFileDependencies: true, workspaceDiagnostics: true },
    }),
    workspace: {
      ...(workspace?.workspaceFolders && { workspaceFolders: { supported: true, changeNotifications: true } }),
      // The watchers only report single files.
      ...(workspace?.fileOperations?.didRename && {
        fileOperations: { didRename: { filters: [{ scheme: "file", pattern: { glob: "**", matches: "folder" } }] } },
      }),
    },
  }),
  register(connection, context) {
    const { openFiles, diagnostics, envFiles, files, answer, run } = context;
    openFiles.onDidChangeContent(({ document }) => {
      if (!isSetupFile(document)) return;
      run("Checking a document", () => {
        diagnostics.documentChanged(document);
      });
    });
    openFiles.onDidClose(({ document }) => {
      if (!isSetupFile(document)) return;
      // From now on, the file on disk counts, if there is one.
      run("Closing a document", async () => diagnostics.filesChanged([await files.read(document.uri)]));
    });
    connection.onDidChangeConfiguration(() => {
      envFiles.onDidChange();
      run("Changing settings", () => diagnostics.settingsChanged());
    });
    connection.onNotification(NamesChangedNotification.method, () => {
      run("Learning names", () => diagnostics.namesChanged());
    });
    watchSetupFiles(connection, context);
    connection.languages.diagnostics.on(
      answer(
        "Diagnostics",
        { kind: "full", items: [] },
        ({ textDocument, previousResultId }: DocumentDiagnosticParams) =>
          diagnostics.pull(textDocument.uri, previousResultId),
      ),
    );
    connection.languages.diagnostics.onWorkspace(
      answer(
        "Diagnostics of the workspace",
        { items: [] },
        async ({ previousResultIds }: WorkspaceDiagnosticParams, token) => {
          await files.found;
          return diagnostics.pullAll(previousResultIds, token);
        },
      ),
    );
  },
};

/** Watches setup files, and anything that's created or deleted, since it may be a folder with setup files. */
const WATCHED: DidChangeWatchedFilesRegistrationOptions = {
  watchers: [{ globPattern: `**/*${FILE_ENDING}` }, { globPattern: "**", kind: WatchKind.Create | WatchKind.Delete }],
};

function watchSetupFiles(connection: Connection, context: Context): void {
  const { client, diagnostics, envFiles, files, folders, openFiles, run } = context;
  const { workspace } = client.support.capabilities;
  let isWatched = client.support.options.watches === true;
  const add = async (added: readonly string[]): Promise<void> => {
    const found = await Promise.all(added.map((folder) => files.addFolder(folder)));
    await diagnostics.filesChanged(found.flat());
  };
  const update = (uris: readonly string[], deleted: readonly string[]): void => {
    run("Reading changed files", async () => diagnostics.filesChanged(await files.update(uris, deleted)));
  };
  connection.onDidChangeWatchedFiles(({ changes }) => {
    const urisOf = (isDeleted: boolean) =>
      changes.filter(({ type }) => (type === FileChangeType.Deleted) === isDeleted).map(({ uri }) => uri);
    update(urisOf(false), urisOf(true));
  });
  connection.workspace.onDidRenameFiles(({ files: renamed }) => {
    update(
      renamed.map(({ newUri }) => newUri),
      renamed.map(({ oldUri }) => oldUri),
    );
  });
  const reading = pLimit(1);
  /** If the client doesn't watch files, reads changed ones whenever one is saved or opened. */
  const readChanges = (): void => {
    // Editors save many files at once.
    reading.clearQueue();
    const read = async () => (isWatched ? undefined : diagnostics.filesChanged(await files.reread()));
    run("Looking for changed files", () => reading(read));
  };
  openFiles.onDidSave(readChanges);
  // Until then, all files are being read anyway.
  void files.found.then(() => openFiles.onDidOpen(readChanges));
  connection.onInitialized(() => {
    if (workspace?.didChangeConfiguration?.dynamicRegistration)
      void client.register(DidChangeConfigurationNotification.type, {
        section: [SETTINGS_SECTION, ENV_FILE_SETTING],
      });
    if (workspace?.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders((event) => {
        run("Changing folders", async () => {
          await diagnostics.filesChanged(event.removed.flatMap(({ uri }) => files.removeFolder(uri)));
          await add(event.added.map(({ uri }) => uri));
          envFiles.onDidChange();
        });
      });
    run("Reading files", async () => {
      // Reading files doesn't wait for it: a client may answer late, and its changes would overtake the reading.
      const registered =
        !isWatched && workspace?.didChangeWatchedFiles?.dynamicRegistration
          ? client.register(DidChangeWatchedFilesNotification.type, WATCHED)
          : isWatched;
      await add(folders).finally(() => {
        files.foundAll();
      });
      isWatched = await registered;
    });
  });
}
