import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  WatchKind,
  type Connection,
  type DidChangeWatchedFilesRegistrationOptions,
} from "vscode-languageserver";
import { ENV_FILE_SETTING, SETTINGS_SECTION } from "../../../protocol/messages.js";
import { ChangesOnDisk } from "../../workspace/changesOnDisk.js";
import { SETUP_FILE_SUFFIX } from "../../workspace/findFiles.js";
import type { Context } from "../feature.js";
import { withProgress } from "./withProgress.js";

/** Setup files; and whatever comes or goes, for that may be a folder with setup files. */
const WATCHED: DidChangeWatchedFilesRegistrationOptions = {
  watchers: [
    { globPattern: `**/*${SETUP_FILE_SUFFIX}` },
    { globPattern: "**", kind: WatchKind.Create | WatchKind.Delete },
  ],
};

/** Watches the setup files on disk and the folders they are in. */
export function watchSetupFiles(connection: Connection, context: Context): void {
  const { client, diagnostics, envFiles, files, folders, run } = context;
  const { support } = client;
  const add = async (added: readonly string[]): Promise<void> => {
    const found = await Promise.all(added.map((folder) => files.addFolder(folder)));
    await diagnostics.filesChanged(found.flat());
  };
  connection.onDidChangeWatchedFiles(({ changes }) => {
    run("Reading changed files", async () => diagnostics.filesChanged(await files.update(changes)));
  });
  connection.workspace.onDidRenameFiles(({ files: renamed }) => {
    run("Reading renamed files", async () => diagnostics.filesChanged(await files.moved(renamed)));
  });
  let told: (watched: boolean) => void = () => undefined;
  lookForChanges(context, new Promise((resolve) => (told = resolve)));
  connection.onInitialized(() => {
    if (support.configurationChanges)
      void client.register(DidChangeConfigurationNotification.type, {
        section: [SETTINGS_SECTION, ENV_FILE_SETTING],
      });
    if (support.workspaceFolders)
      connection.workspace.onDidChangeWorkspaceFolders((event) => {
        run("Changing folders", async () => {
          await diagnostics.filesChanged(event.removed.flatMap(({ uri }) => files.removeFolder(uri)));
          await add(event.added.map(({ uri }) => uri));
          envFiles.foldersChanged();
        });
      });
    run("Reading files", async () => {
      const watched = support.watchedFiles
        ? client.register(DidChangeWatchedFilesNotification.type, WATCHED)
        : Promise.resolve(false);
      await withProgress(connection, support, add(folders)).finally(() => {
        files.foundAll();
      });
      told(await watched);
    });
  });
}

/**
 * Where nobody watches files, saving or opening one is the occasion to look at those on disk.
 * @param watched tells, once all files have been read, whether somebody does.
 */
function lookForChanges({ documents, files, diagnostics, run }: Context, watched: Promise<boolean>): void {
  const changes = new ChangesOnDisk(files);
  const look = (): void => {
    run("Looking for changed files", async () => {
      if (await watched) return;
      await changes.look(async (found) => diagnostics.filesChanged(await files.update(found)));
    });
  };
  documents.onDidSave(look);
  // What is opened before then has no part in it: all files are being read anyway.
  void watched.then(() => documents.onDidOpen(look));
}
