import {
  BulkRegistration,
  CancellationToken,
  type ClientCapabilities,
  type Connection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentHighlightRequest,
  type DocumentSelector,
  type DocumentUri,
  type InitializeParams,
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
  type InitializationOptions,
  NAMES,
  type NamesParams,
  type NamesResult,
} from "../../protocol/messages.js";
import { PLACE, type PlaceParams, type PlaceResult } from "../../protocol/symbolMessages.js";

export type Client = ReturnType<typeof createClient>;

export type ClientQueries = Pick<Client, "names" | "connections">;

/**
 * The client at the other end of a connection: what the server asks it and sends it. A question that it doesn't support,
 * doesn't answer, or answers with an error has the answer undefined.
 */
export function createClient(connection: Connection, support: ClientSupport) {
  const { options } = support;
  const { workspace } = support.capabilities;
  const ask = <Result>(
    isSupported: boolean | undefined,
    method: string,
    params: object,
    token = CancellationToken.None,
  ): Promise<NonNullable<Result> | undefined> =>
    answered(isSupported, () => connection.sendRequest<Result>(method, params, token));
  return {
    support,
    names: async (params: NamesParams, token?: CancellationToken) =>
      (params.kind === "provider" ? configuredProviders(support) : undefined) ??
      ask<NamesResult>(options.names, NAMES, params, token),
    connections: (params: ConnectionsParams, token?: CancellationToken) =>
      ask<ConnectionsResult>(options.connections, CONNECTIONS, params, token),
    /** Where the client shows a stored secret or a connection. */
    place: (params: PlaceParams, token?: CancellationToken) => ask<PlaceResult>(options.places, PLACE, params, token),
    /** A section of the configuration for each of these files or folders, as the client writes it. */
    configuration: (section: string, scopes: readonly DocumentUri[]) =>
      answered<readonly unknown[]>(workspace?.configuration, () =>
        connection.workspace.getConfiguration(scopes.map((scopeUri) => ({ scopeUri, section }))),
      ),
    /** @returns whether the client will send these notifications. */
    register: async <Params, Options>(type: ProtocolNotificationType<Params, Options>, registered: Options) =>
      (await answered(true, () => connection.client.register(type, registered))) !== undefined,
    /** Has the client open documents beside setup files, and ask about names in them. @returns what ends that. */
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

/** Whether documents of other kinds than setup files can be asked for, and asked about. */
export function takesOtherDocuments({ capabilities: { textDocument } }: ClientSupport): boolean {
  return (
    textDocument?.synchronization?.dynamicRegistration === true && textDocument.references?.dynamicRegistration === true
  );
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

/** What the client sent when it started the server. Some clients write null for what they leave out. */
export interface ClientSupport {
  readonly capabilities: ClientCapabilities;
  readonly options: InitializationOptions;
}

/** Reads what a client sent with `initialize`. */
export function supportOf({ capabilities, initializationOptions }: InitializeParams): ClientSupport {
  const options: unknown = initializationOptions;
  return { capabilities, options: isObject(options) ? options : {} };
}

/** Whether fixes, completions and lenses may name a command of the client. */
export function takesCommand({ options: { commands } }: ClientSupport, command: string): boolean {
  return Array.isArray(commands) && commands.includes(command);
}

/** The providers an editor without `names` has in its settings; undefined if it doesn't say. */
export function configuredProviders({ options: { settings } }: ClientSupport): NamesResult | undefined {
  const providers: unknown = settings?.secretProviders;
  if (!isObject(providers)) return undefined;
  const names: readonly unknown[] = Array.isArray(providers) ? providers : Object.keys(providers);
  return { names: names.filter((name) => typeof name === "string") };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** A property of a value from the client, whatever the value is. */
export function propertyIn(value: unknown, name: string): unknown {
  return isObject(value) ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
