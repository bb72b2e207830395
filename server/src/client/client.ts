import {
  CodeLensRefreshRequest,
  type CancellationToken,
  type Connection,
  type DocumentUri,
  type ProtocolNotificationType,
  type PublishDiagnosticsParams,
} from "vscode-languageserver";
import {
  CONNECTIONS,
  FILE_STATE,
  NAMES,
  SETTINGS_SECTION,
  type ConnectionsParams,
  type ConnectionsResult,
  type FileStateParams,
  type FileStateResult,
  type NamesParams,
  type NamesResult,
} from "../../protocol/messages.js";
import type { ClientSupport } from "./support.js";

/** What the server can ask its client and tell it, beside what every editor answers. A question the client does not take has no answer. */
export interface Client {
  /** What the client said of itself when it started the server. */
  readonly support: ClientSupport;
  names(params: NamesParams, token?: CancellationToken): Promise<NamesResult | undefined>;
  connections(params: ConnectionsParams, token?: CancellationToken): Promise<ConnectionsResult | undefined>;
  fileState(params: FileStateParams, token?: CancellationToken): Promise<FileStateResult | undefined>;
  /** Our section of the configuration for each of these files, as the client writes it. */
  configuration(files: readonly DocumentUri[]): Promise<readonly unknown[] | undefined>;
  /** Tells the client that notifications are wanted. @returns whether it will send them. */
  register<Params, Options>(type: ProtocolNotificationType<Params, Options>, options: Options): Promise<boolean>;
  publish(params: PublishDiagnosticsParams): void;
  /** Asks the client to pull diagnostics anew, if it does pull. */
  refreshDiagnostics(): void;
  /** Asks the client to compute code lenses anew. */
  refreshCodeLenses(): void;
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
    configuration: (files) =>
      answered<readonly unknown[]>(
        support.configuration,
        () =>
          connection.workspace.getConfiguration(
            files.map((scopeUri) => ({ scopeUri, section: SETTINGS_SECTION })),
          ) as Promise<readonly unknown[]>,
      ),
    register: async (type, options) =>
      (await answered(true, async () => Boolean(await connection.client.register(type, options)))) === true,
    publish: (params) => {
      connection.sendDiagnostics(params).catch(() => undefined);
    },
    refreshDiagnostics: () => {
      void answered(support.refreshDiagnostics, () => connection.languages.diagnostics.refresh());
    },
    refreshCodeLenses: () => {
      void answered(support.refreshCodeLenses, () => connection.sendRequest(CodeLensRefreshRequest.type));
    },
  };
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
