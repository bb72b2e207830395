/** The messages the server takes, with what they carry: those of LSP and our own. */
import type {
  CodeAction,
  CodeActionParams,
  CodeLens,
  CodeLensParams,
  Command,
  CompletionItem,
  CompletionList,
  CompletionParams,
  DidChangeConfigurationParams,
  DidChangeTextDocumentParams,
  DidChangeWatchedFilesParams,
  DidChangeWorkspaceFoldersParams,
  DidCloseTextDocumentParams,
  DidSaveTextDocumentParams,
  DidOpenTextDocumentParams,
  DocumentDiagnosticParams,
  DocumentDiagnosticReport,
  DocumentFormattingParams,
  DocumentLink,
  DocumentLinkParams,
  DocumentOnTypeFormattingParams,
  DocumentRangeFormattingParams,
  DocumentSymbol,
  DocumentSymbolParams,
  FoldingRange,
  FoldingRangeParams,
  Hover,
  HoverParams,
  InitializedParams,
  InlayHint,
  InlayHintParams,
  RenameFilesParams,
  SelectionRange,
  SelectionRangeParams,
  SemanticTokens,
  SemanticTokensParams,
  SymbolInformation,
  TextEdit,
  WorkspaceDiagnosticParams,
  WorkspaceDiagnosticReport,
} from "vscode-languageserver";
import type {
  FILE_STATE_CHANGED,
  INSPECT,
  InspectParams,
  InspectResult,
  NAMES_CHANGED,
} from "../../protocol/messages.js";

/** Requests about one open document. */
export interface DocumentRequests {
  readonly "textDocument/completion": Message<CompletionParams, CompletionList | null>;
  readonly "textDocument/hover": Message<HoverParams, Hover | null>;
  readonly "textDocument/codeAction": Message<CodeActionParams, (Command | CodeAction)[] | null>;
  readonly "textDocument/codeLens": Message<CodeLensParams, CodeLens[] | null>;
  readonly "textDocument/documentLink": Message<DocumentLinkParams, DocumentLink[] | null>;
  readonly "textDocument/documentSymbol": Message<DocumentSymbolParams, DocumentSymbol[] | SymbolInformation[] | null>;
  readonly "textDocument/foldingRange": Message<FoldingRangeParams, FoldingRange[] | null>;
  readonly "textDocument/formatting": Message<DocumentFormattingParams, TextEdit[] | null>;
  readonly "textDocument/rangeFormatting": Message<DocumentRangeFormattingParams, TextEdit[] | null>;
  readonly "textDocument/onTypeFormatting": Message<DocumentOnTypeFormattingParams, TextEdit[] | null>;
  readonly "textDocument/inlayHint": Message<InlayHintParams, InlayHint[] | null>;
  readonly "textDocument/selectionRange": Message<SelectionRangeParams, SelectionRange[] | null>;
  readonly "textDocument/semanticTokens/full": Message<SemanticTokensParams, SemanticTokens | null>;
}

/** The other requests. */
export interface Requests {
  readonly "completionItem/resolve": Message<CompletionItem, CompletionItem | null>;
  readonly "codeAction/resolve": Message<CodeAction, CodeAction | null>;
  readonly "codeLens/resolve": Message<CodeLens, CodeLens | null>;
  readonly "textDocument/diagnostic": Message<DocumentDiagnosticParams, DocumentDiagnosticReport>;
  readonly "workspace/diagnostic": Message<WorkspaceDiagnosticParams, WorkspaceDiagnosticReport>;
  readonly [INSPECT]: Message<InspectParams, InspectResult | null>;
}

/** Notifications, which nobody answers. */
export interface Notifications {
  readonly initialized: InitializedParams;
  readonly "textDocument/didOpen": DidOpenTextDocumentParams;
  readonly "textDocument/didChange": DidChangeTextDocumentParams;
  readonly "textDocument/didClose": DidCloseTextDocumentParams;
  readonly "textDocument/didSave": DidSaveTextDocumentParams;
  readonly "workspace/didChangeConfiguration": DidChangeConfigurationParams;
  readonly "workspace/didChangeWatchedFiles": DidChangeWatchedFilesParams;
  readonly "workspace/didChangeWorkspaceFolders": DidChangeWorkspaceFoldersParams;
  readonly "workspace/didRenameFiles": RenameFilesParams;
  readonly [NAMES_CHANGED]: undefined;
  readonly [FILE_STATE_CHANGED]: undefined;
}

/** What a request carries, and what its reply does. */
interface Message<Params, Result> {
  readonly params: Params;
  readonly result: Result;
}
