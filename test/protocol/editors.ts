import type { ClientCapabilities } from "vscode-languageserver";

const codeAction = {
  codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source"] } },
};

/** What editors other than VS Code said of themselves when they were tried, as far as the server makes use of it. */
export const EDITORS = {
  /** Neovim 0.7: diagnostics are sent to it, and it watches no files. */
  neovim: {
    workspace: {
      workspaceEdit: { resourceOperations: ["rename", "create", "delete"] },
      workspaceFolders: true,
    },
    textDocument: {
      codeAction,
      completion: { completionItem: { snippetSupport: false, documentationFormat: ["markdown", "plaintext"] } },
      hover: { contentFormat: ["markdown", "plaintext"] },
      publishDiagnostics: { relatedInformation: true },
    },
    window: { workDoneProgress: true },
  },
  /** Emacs 28 with Eglot 1.9: plain text everywhere, versioned edits, and it watches files on request. */
  eglot: {
    workspace: {
      workspaceEdit: { documentChanges: true },
      didChangeWatchedFiles: { dynamicRegistration: true },
      configuration: true,
      workspaceFolders: true,
    },
    textDocument: {
      codeAction,
      completion: { completionItem: { snippetSupport: false } },
      hover: { contentFormat: ["plaintext"] },
      publishDiagnostics: { relatedInformation: false },
    },
  },
  /** Of the kind of Helix and later Neovims: asks for diagnostics itself, of open documents alone, and would rather count bytes. */
  pulling: {
    general: { positionEncodings: ["utf-8", "utf-32", "utf-16"] },
    workspace: {
      workspaceEdit: { documentChanges: true },
      didChangeWatchedFiles: { dynamicRegistration: false },
      workspaceFolders: true,
      configuration: true,
    },
    textDocument: {
      codeAction,
      completion: { completionItem: { snippetSupport: true, insertReplaceSupport: true } },
      diagnostic: { dynamicRegistration: false },
      hover: { contentFormat: ["markdown"] },
    },
  },
} as const satisfies Readonly<Record<string, ClientCapabilities>>;
