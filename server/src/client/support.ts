import {
  InsertTextMode,
  MarkupKind,
  type ClientCapabilities,
  type CompletionItemKind,
  type InitializeParams,
} from "vscode-languageserver";
import type { InitializationOptions, Settings } from "../../protocol/messages.js";

/** What the client can take and answers, read once from what it says of itself. */
export interface ClientSupport {
  readonly pullDiagnostics: boolean;
  readonly refreshDiagnostics: boolean;
  readonly refreshCodeLenses: boolean;
  readonly watchedFiles: boolean;
  readonly workspaceFolders: boolean;
  readonly renamedFiles: boolean;
  readonly configuration: boolean;
  readonly configurationChanges: boolean;
  readonly progress: boolean;
  /** Diagnostics may point to other places. */
  readonly relatedInformation: boolean;
  /** Diagnostics may name the page that explains them. */
  readonly codeDescriptions: boolean;
  /** Code actions may be more than a command. */
  readonly codeActionLiterals: boolean;
  /** Completion items may hold tab stops. */
  readonly snippets: boolean;
  /** Completion items may tell what to insert from what to replace. */
  readonly insertReplace: boolean;
  /** How completion items may ask to be indented: preferably as they are. */
  readonly insertTextMode: InsertTextMode | undefined;
  readonly completionKinds: ReadonlySet<CompletionItemKind> | undefined;
  readonly completionMarkdown: boolean;
  readonly hoverMarkdown: boolean;
  /** Edits of the workspace may hold tab stops. */
  readonly snippetEdits: boolean;
  /** Edits of the workspace may name the version of the document they are for. */
  readonly versionedEdits: boolean;
  readonly hierarchicalSymbols: boolean;
  /** Definitions may say which part of the text they are of. */
  readonly definitionLinks: boolean;
  /** Renames may be prepared, or refused, before a new name is typed. */
  readonly prepareRename: boolean;
  /** Edits of the workspace may rename files. */
  readonly fileRenames: boolean;
  /** The client asks what else changes before files are renamed. */
  readonly asksBeforeFileRenames: boolean;
  readonly semanticTokens: boolean;
  readonly refreshSemanticTokens: boolean;
  /** Documents of other kinds than setup files can be asked for, and asked about. */
  readonly otherDocuments: boolean;
  readonly lineFoldingOnly: boolean;
  readonly maxFoldingRanges: number;
  /** The server's own requests that the client answers. */
  readonly names: boolean;
  readonly connections: boolean;
  readonly fileState: boolean;
  readonly places: boolean;
  /** The client's own commands that may be named. */
  readonly commands: ReadonlySet<string>;
  /** The settings the client started the server with. */
  readonly settings: unknown;
}

/** Reads what a client can take from what it sent with `initialize`; some leave out, or write null for, what they must say. */
export function supportOf(params: InitializeParams): ClientSupport {
  const options: unknown = params.initializationOptions;
  return clientSupport(params.capabilities, isObject(options) ? options : {});
}

/** The same from its two parts. */
export function clientSupport(
  { textDocument, workspace, window }: ClientCapabilities,
  options: InitializationOptions = {},
): ClientSupport {
  const { completion, hover, foldingRange, documentSymbol, codeAction } = textDocument ?? {};
  const item = completion?.completionItem;
  const kinds = completion?.completionItemKind?.valueSet;
  const modes: readonly InsertTextMode[] | undefined = item?.insertTextModeSupport?.valueSet;
  const edits = workspace?.workspaceEdit;
  const diagnostics = [textDocument?.publishDiagnostics, textDocument?.diagnostic];
  return {
    pullDiagnostics: Boolean(textDocument?.diagnostic),
    refreshDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    refreshCodeLenses: workspace?.codeLens?.refreshSupport === true,
    watchedFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    renamedFiles: Boolean(workspace?.fileOperations?.didRename),
    configuration: workspace?.configuration === true,
    configurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    progress: window?.workDoneProgress === true,
    relatedInformation: diagnostics.some((declared) => declared?.relatedInformation === true),
    codeDescriptions: diagnostics.some((declared) => declared?.codeDescriptionSupport === true),
    codeActionLiterals: Boolean(codeAction?.codeActionLiteralSupport),
    snippets: item?.snippetSupport === true,
    insertReplace: item?.insertReplaceSupport === true,
    insertTextMode: [InsertTextMode.asIs, InsertTextMode.adjustIndentation].find((mode) => modes?.includes(mode)),
    completionKinds: kinds && new Set(kinds),
    completionMarkdown: item?.documentationFormat?.includes(MarkupKind.Markdown) === true,
    hoverMarkdown: hover?.contentFormat?.includes(MarkupKind.Markdown) === true,
    snippetEdits: edits?.snippetEditSupport === true && edits.documentChanges === true,
    versionedEdits: edits?.documentChanges === true,
    definitionLinks: textDocument?.definition?.linkSupport === true,
    prepareRename: textDocument?.rename?.prepareSupport === true,
    fileRenames: edits?.documentChanges === true && edits.resourceOperations?.includes("rename") === true,
    asksBeforeFileRenames: workspace?.fileOperations?.willRename === true,
    semanticTokens: Boolean(textDocument?.semanticTokens),
    refreshSemanticTokens: workspace?.semanticTokens?.refreshSupport === true,
    otherDocuments: [textDocument?.synchronization, textDocument?.references].every(
      (declared) => declared?.dynamicRegistration === true,
    ),
    hierarchicalSymbols: documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    lineFoldingOnly: foldingRange?.lineFoldingOnly === true,
    maxFoldingRanges: foldingRange?.rangeLimit ?? Infinity,
    names: options.names === true,
    connections: options.connections === true,
    fileState: options.fileState === true,
    places: options.places === true,
    commands: new Set(Array.isArray(options.commands) ? (options.commands as readonly string[]) : []),
    settings: options.settings satisfies Partial<Settings> | undefined,
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
