import {
  BulkRegistration,
  CancellationToken,
  type Connection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentHighlightRequest,
  type DocumentSelector,
  type DocumentUri,
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
  ConnectionsRequest,
  type ConnectionsParams,
  NamesRequest,
  type NamesParams,
  type NamesResult,
  type RequestType,
} from "../../protocol/messages.js";
import { type PlaceParams, PlaceRequest } from "../../protocol/symbolMessages.js";
import { type ClientSupport, takesOtherDocuments } from "./support.js";

export type Client = ReturnType<typeof createClient>;

/** What completions, hovers and fixes use of the client. */
export type ClientQueries = Pick<Client, "support" | "names" | "connections">;

/**
 * Requests and notifications to the client. A request resolves to undefined if the client doesn't support it, doesn't
 * answer, or answers with an error.
 */
export function createClient(connection: Connection, support: ClientSupport) {
  const { options } = support;
  const { workspace } = support.capabilities;
  const ask = <Params, Result>(
    isSupported: boolean | undefined,
    { method }: RequestType<Params, Result>,
    params: Params,
    token = CancellationToken.None,
  ): Promise<NonNullable<Result> | undefined> =>
    answered(isSupported, () => connection.sendRequest<Result>(method, params, token));
  return {
    support,
    names: async (params: NamesParams, token?: CancellationToken) =>
      (params.kind === "provider" ? configuredProviders(support) : undefined) ??
      ask(options.names, NamesRequest, params, token),
    connections: (params: ConnectionsParams, token?: CancellationToken) =>
      ask(options.connections, ConnectionsRequest, params, token),
    /** Where the client shows a stored secret or a connection. */
    place: (params: PlaceParams, token?: CancellationToken) => ask(options.places, PlaceRequest, params, token),
    /** A configuration section for each of these files or folders, unchecked. */
    configuration: (section: string, scopes: readonly DocumentUri[]) =>
      answered<readonly unknown[]>(workspace?.configuration, () =>
        connection.workspace.getConfiguration(scopes.map((scopeUri) => ({ scopeUri, section }))),
      ),
    /** @returns whether the client will send these notifications. */
    register: async <Params, Options>(type: ProtocolNotificationType<Params, Options>, registered: Options) =>
      (await answered(true, () => connection.client.register(type, registered))) !== undefined,
    /**
     * Asks the client to also send other documents than setup files, and requests about names in them.
     * @returns disposes of the registration.
     */
    registerDocuments: (selector: DocumentSelector) =>
      answered(takesOtherDocuments(support), () => connection.client.register(registrationOf(selector))),
    publish: (params: PublishDiagnosticsParams) => {
      void answered(true, () => connection.sendDiagnostics(params));
    },
    refreshDiagnostics: () => {
      void answered(workspace?.diagnostics?.refreshSupport, () => connection.languages.diagnostics.refresh());
    },
    refreshSemanticTokens: () => {
      void answered(workspace?.semanticTokens?.refreshSupport, () =>
        connection.sendRequest(SemanticTokensRefreshRequest.type),
      );
    },
    showWarning: (message: string) => {
      void answered(true, () =>
        connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message }),
      );
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
  isSupported: boolean | undefined,
  question: () => Promise<Result | null | undefined>,
): Promise<NonNullable<Result> | undefined> {
  if (!isSupported) return undefined;
  try {
    return (await question()) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The providers in the settings of a client without `names`; undefined if it doesn't send any. */
function configuredProviders({ options: { settings } }: ClientSupport): NamesResult | undefined {
  const providers: unknown = settings?.secretProviders;
  if (typeof providers !== "object" || !providers) return undefined;
  const names: readonly unknown[] = Array.isArray(providers) ? providers : Object.keys(providers);
  return { names: names.filter((name) => typeof name === "string") };
}
