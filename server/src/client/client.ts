import {
  BulkRegistration,
  type CancellationToken,
  type ClientCapabilities,
  CodeLensRefreshRequest,
  type CompletionItemKind,
  type Connection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type Disposable,
  DocumentHighlightRequest,
  type DocumentSelector,
  type DocumentUri,
  type InitializeParams,
  InsertTextMode,
  MarkupKind,
  MessageType,
  type ProtocolNotificationType,
  type PublishDiagnosticsParams,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRefreshRequest,
  ShowMessageNotification,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import {
  CONNECTIONS,
  type ConnectionsParams,
  type ConnectionsResult,
  FILE_STATE,
  type FileStateParams,
  type FileStateResult,
  type InitializationOptions,
  NAMES,
  type NamesParams,
  type NamesResult,
  type Settings,
} from "../../protocol/messages.js";
import { PLACE, type PlaceParams, type PlaceResult } from "../../protocol/symbolMessages.js";

/** What the server can ask its client and tell it, beside what every editor answers. A question the client does not take has no answer. */
export interface Client {
  /** What the client said of itself when it started the server. */
  readonly support: ClientSupport;
  names(params: NamesParams, token?: CancellationToken): Promise<NamesResult | undefined>;
  connections(params: ConnectionsParams, token?: CancellationToken): Promise<ConnectionsResult | undefined>;
  fileState(params: FileStateParams, token?: CancellationToken): Promise<FileStateResult | undefined>;
  /** Where the client shows something that has a name and stands in no file. */
  place(params: PlaceParams, token?: CancellationToken): Promise<NonNullable<PlaceResult> | undefined>;
  /** A section of the configuration for each of these files or folders, as the client writes it. */
  configuration(section: string, scopes: readonly DocumentUri[]): Promise<readonly unknown[] | undefined>;
  /** Tells the client that notifications are wanted. @returns whether it will send them. */
  register<Params, Options>(type: ProtocolNotificationType<Params, Options>, options: Options): Promise<boolean>;
  /** Asks for documents beside setup files, and to be asked about names in them. @returns what ends that */
  registerDocuments(selector: DocumentSelector): Promise<Disposable | undefined>;
  publish(params: PublishDiagnosticsParams): void;
  /** Asks the client to pull diagnostics anew, if it does pull. */
  refreshDiagnostics(): void;
  /** Asks the client to compute code lenses anew. */
  refreshCodeLenses(): void;
  /** Asks the client for semantic tokens anew. */
  refreshSemanticTokens(): void;
  /** Has the client show a sentence. */
  showWarning(sentence: string): void;
}

/** What a feature may ask the client for. */
export type ClientQueries = Pick<Client, "names" | "connections" | "fileState">;

/** A client at the other end of a connection. What it does not answer, or answers with an error, counts as not known. */
export function createClient(connection: Connection, support: ClientSupport): Client {
  const ask = <Result>(
    supported: boolean,
    method: string,
    params: object,
    token?: CancellationToken,
  ): Promise<Result | undefined> =>
    answered(supported, () =>
      // A second argument, be it undefined, would have the library send a list.
      token
        ? connection.sendRequest<Result | null>(method, params, token)
        : connection.sendRequest<Result | null>(method, params),
    );
  return {
    support,
    names: (params, token) => ask(support.names, NAMES, params, token),
    connections: (params, token) => ask(support.connections, CONNECTIONS, params, token),
    fileState: (params, token) => ask(support.fileState, FILE_STATE, params, token),
    place: (params, token) => ask(support.places, PLACE, params, token),
    configuration: (section, scopes) =>
      answered<readonly unknown[]>(
        support.configuration,
        () =>
          connection.workspace.getConfiguration(scopes.map((scopeUri) => ({ scopeUri, section }))) as Promise<
            readonly unknown[]
          >,
      ),
    register: async (type, options) =>
      (await answered(true, async () => Boolean(await connection.client.register(type, options)))) === true,
    registerDocuments: (selector) =>
      answered(support.otherDocuments, () => connection.client.register(registrationOf(selector))),
    publish: (params) => {
      connection.sendDiagnostics(params).catch(() => undefined);
    },
    refreshDiagnostics: () => {
      void answered(support.refreshDiagnostics, () => connection.languages.diagnostics.refresh());
    },
    refreshCodeLenses: () => {
      void answered(support.refreshCodeLenses, () => connection.sendRequest(CodeLensRefreshRequest.type));
    },
    refreshSemanticTokens: () => {
      void answered(support.refreshSemanticTokens, () => connection.sendRequest(SemanticTokensRefreshRequest.type));
    },
    showWarning: (message) => {
      connection
        .sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message })
        .catch(() => undefined);
    },
  };
}

function registrationOf(documentSelector: DocumentSelector): BulkRegistration {
  const all = BulkRegistration.create();
  all.add(DidOpenTextDocumentNotification.type, { documentSelector });
  all.add(DidChangeTextDocumentNotification.type, { documentSelector, syncKind: TextDocumentSyncKind.Incremental });
  all.add(DidCloseTextDocumentNotification.type, { documentSelector });
  all.add(DefinitionRequest.type, { documentSelector });
  all.add(ReferencesRequest.type, { documentSelector });
  all.add(DocumentHighlightRequest.type, { documentSelector });
  all.add(RenameRequest.type, { documentSelector, prepareProvider: true });
  return all;
}

async function answered<Result>(
  supported: boolean,
  question: () => Promise<Result | null>,
): Promise<Result | undefined> {
  if (!supported) return undefined;
  try {
    return (await question()) ?? undefined;
  } catch {
    return undefined;
  }
}

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
