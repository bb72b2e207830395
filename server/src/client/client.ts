import {
  BulkRegistration,
  CodeLensRefreshRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentHighlightRequest,
  MessageType,
  ReferencesRequest,
  RenameRequest,
  SemanticTokensRefreshRequest,
  ShowMessageNotification,
  TextDocumentSyncKind,
  type CancellationToken,
  type Connection,
  type Disposable,
  type DocumentSelector,
  type DocumentUri,
  type ProtocolNotificationType,
  type PublishDiagnosticsParams,
} from "vscode-languageserver";
import {
  CONNECTIONS,
  FILE_STATE,
  NAMES,
  type ConnectionsParams,
  type ConnectionsResult,
  type FileStateParams,
  type FileStateResult,
  type NamesParams,
  type NamesResult,
} from "../../protocol/messages.js";
import { PLACE, type PlaceParams, type PlaceResult } from "../../protocol/symbolMessages.js";
import type { ClientSupport } from "./support.js";

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
