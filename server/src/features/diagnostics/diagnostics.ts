import type { DocumentDiagnosticParams, WorkspaceDiagnosticParams } from "vscode-languageserver";
import { NAMES_CHANGED } from "../../../protocol/messages.js";
import type { Feature } from "../feature.js";
import { watchSetupFiles } from "./watchSetupFiles.js";

/**
 * Diagnostics of open documents and of the setup files on disk. A client that pulls is answered, and told when to pull
 * anew; to any other client they are pushed.
 */
export const diagnosing: Feature = {
  capabilities: ({ pullDiagnostics, workspaceFolders, renamedFiles }) => ({
    ...(pullDiagnostics && {
      diagnosticProvider: { identifier: "vaultconn", interFileDependencies: true, workspaceDiagnostics: true },
    }),
    ...((workspaceFolders || renamedFiles) && {
      workspace: {
        ...(workspaceFolders && { workspaceFolders: { supported: true, changeNotifications: true } }),
        // Of single files the watchers tell.
        ...(renamedFiles && {
          fileOperations: { didRename: { filters: [{ scheme: "file", pattern: { glob: "**", matches: "folder" } }] } },
        }),
      },
    }),
  }),
  register(connection, context) {
    const { documents, diagnostics, envFiles, files, answer, run } = context;
    documents.onDidChangeContent(({ document }) => {
      run("Checking a document", () => diagnostics.documentChanged(document));
    });
    documents.onDidClose(({ document }) => {
      // The file on disk counts again, if there is one.
      run("Closing a document", async () => diagnostics.filesChanged([await files.read(document.uri)]));
    });
    connection.onDidChangeConfiguration(({ settings }: { readonly settings: unknown }) => {
      envFiles.settingsChanged(settings);
      run("Changing settings", () => diagnostics.settingsChanged(settings));
    });
    connection.onNotification(NAMES_CHANGED, () => {
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
