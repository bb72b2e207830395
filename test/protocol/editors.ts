import type { ClientCapabilities } from "vscode-languageserver";

/** What editors other than VS Code said of themselves when they were tried, as far as a server can make use of it. */
export const EDITORS = {
  /** Neovim 0.7: diagnostics are sent to it, and it watches no files. */
  neovim: {
    workspace: {
      applyEdit: true,
      workspaceEdit: { resourceOperations: ["rename", "create", "delete"] },
      workspaceFolders: true,
    },
    textDocument: {
      codeAction: {
        dynamicRegistration: false,
        codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source"] } },
        dataSupport: true,
        resolveSupport: { properties: ["edit"] },
      },
      completion: {
        dynamicRegistration: false,
        completionItem: { snippetSupport: false, documentationFormat: ["markdown", "plaintext"] },
        contextSupport: false,
      },
      hover: { dynamicRegistration: false, contentFormat: ["markdown", "plaintext"] },
      publishDiagnostics: { relatedInformation: true },
      synchronization: { dynamicRegistration: false, didSave: true },
    },
    window: { workDoneProgress: true },
  },
  /** Emacs 28 with Eglot 1.9: plain text everywhere, versioned edits, and it watches files on request. */
  eglot: {
    workspace: {
      applyEdit: true,
      workspaceEdit: { documentChanges: true },
      didChangeWatchedFiles: { dynamicRegistration: true },
      configuration: true,
      workspaceFolders: true,
    },
    textDocument: {
      codeAction: {
        dynamicRegistration: false,
        codeActionLiteralSupport: {
          codeActionKind: { valueSet: ["quickfix", "refactor", "refactor.rewrite", "source"] },
        },
        isPreferredSupport: true,
      },
      completion: { dynamicRegistration: false, completionItem: { snippetSupport: false }, contextSupport: true },
      hover: { dynamicRegistration: false, contentFormat: ["plaintext"] },
      publishDiagnostics: { relatedInformation: false },
      synchronization: { dynamicRegistration: false, didSave: true },
    },
  },
  /** Of the kind of Helix and later Neovims: asks for diagnostics itself, of open documents alone, and would rather count bytes. */
  pulling: {
    general: { positionEncodings: ["utf-8", "utf-32", "utf-16"] },
    workspace: {
      applyEdit: true,
      workspaceEdit: { documentChanges: true, failureHandling: "abort" },
      didChangeWatchedFiles: { dynamicRegistration: false },
      workspaceFolders: true,
      configuration: true,
    },
    textDocument: {
      codeAction: {
        codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source"] } },
        isPreferredSupport: true,
        dataSupport: true,
        resolveSupport: { properties: ["edit", "command"] },
      },
      completion: {
        completionItem: {
          snippetSupport: true,
          insertReplaceSupport: true,
          resolveSupport: { properties: ["documentation", "detail", "additionalTextEdits"] },
        },
      },
      diagnostic: { dynamicRegistration: false, relatedDocumentSupport: true },
      hover: { contentFormat: ["markdown"] },
    },
  },
} as const satisfies Readonly<Record<string, ClientCapabilities>>;
