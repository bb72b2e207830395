import {
  BulkRegistration,
  type CancellationToken,
  type ClientCapabilities,
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

/** What the server can ask its client and tell it, beside what every editor answers. A question the client doesn't take has no answer. */
export interface Client {
  readonly support: ClientSupport;
  names(params: NamesParams, token?: CancellationToken): Promise<NamesResult | undefined>;
  connections(params: ConnectionsParams, token?: CancellationToken): Promise<ConnectionsResult | undefined>;
  /** Where the client shows something that has a name and stands in no file. */
  place(params: PlaceParams, token?: CancellationToken): Promise<NonNullable<PlaceResult> | undefined>;
  /** A section of the configuration for each of these files or folders, as the client writes it. */
  configuration(section: string, scopes: readonly DocumentUri[]): Promise<readonly unknown[] | undefined>;
  /** Tells the client that notifications are wanted. @returns whether it will send them. */
  register<Params, Options>(type: ProtocolNotificationType<Params, Options>, options: Options): Promise<boolean>;
  /** Asks for documents beside setup files, and to be asked about names in them. @returns what ends that */
  registerDocuments(selector: DocumentSelector): Promise<Disposable | undefined>;
  publish(params: PublishDiagnosticsParams): void;
  refreshDiagnostics(): void;
  refreshSemanticTokens(): void;
  showWarning(sentence: string): void;
}

export type ClientQueries = Pick<Client, "names" | "connections">;

/** A client at the other end of a connection. What it doesn't answer, or answers with an error, counts as unknown. */
export function createClient(connection: Connection, support: ClientSupport): Client {
  const { options } = support;
  const { workspace } = support.capabilities;
  const ask = <Result>(
    supported: boolean | undefined,
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
    names: async (params, token) =>
      (params.kind === "provider" ? configuredProviders(support) : undefined) ??
      ask(options.names, NAMES, params, token),
    connections: (params, token) => ask(options.connections, CONNECTIONS, params, token),
    place: (params, token) => ask(options.places, PLACE, params, token),
    configuration: (section, scopes) =>
      answered<readonly unknown[]>(
        workspace?.configuration,
        () =>
          connection.workspace.getConfiguration(scopes.map((scopeUri) => ({ scopeUri, section }))) as Promise<
            readonly unknown[]
          >,
      ),
    register: async (type, options) =>
      (await answered(true, async () => Boolean(await connection.client.register(type, options)))) === true,
    registerDocuments: (selector) =>
      answered(takesOtherDocuments(support), () => connection.client.register(registrationOf(selector))),
    publish: (params) => {
      connection.sendDiagnostics(params).catch(() => undefined);
    },
    refreshDiagnostics: () => {
      void answered(workspace?.diagnostics?.refreshSupport, () => connection.languages.diagnostics.refresh());
    },
    refreshSemanticTokens: () => {
      void answered(workspace?.semanticTokens?.refreshSupport, () =>
        connection.sendRequest(SemanticTokensRefreshRequest.type),
      );
    },
    showWarning: (message) => {
      connection
        .sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message })
        .catch(() => undefined);
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
  supported: boolean | undefined,
  question: () => Promise<Result | null>,
): Promise<Result | undefined> {
  if (!supported) return undefined;
  try {
    return (await question()) ?? undefined;
  } catch {
    return undefined;
  }
}

/** What the client said of itself when it started the server. Some clients write null for what they leave out. */
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

/** What a value from the client has under a name, whatever the value is. */
export function propertyIn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
