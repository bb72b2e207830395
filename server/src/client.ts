import type {
  ClientCapabilities,
  InitializeParams,
  PublishDiagnosticsParams,
  RegistrationParams,
} from "vscode-languageserver";
import type { CancellationToken, MessageConnection } from "vscode-jsonrpc/node";
import {
  CONNECTIONS,
  FILE_STATE,
  NAMES,
  SETTINGS_SECTION,
  type ConnectionsParams,
  type ConnectionsResult,
  type FileStateParams,
  type FileStateResult,
  type InitializationOptions,
  type NamesParams,
  type NamesResult,
  type Settings,
} from "../protocol/messages.js";
import { readSettings } from "./settings.js";

/** What the server can ask its client, beside what every editor answers. A question the client does not take has no answer. */
export interface Client {
  /** What the client said of itself when it started the server. */
  readonly supports: Supports;
  names(params: NamesParams, token?: CancellationToken): Promise<NamesResult | undefined>;
  connections(params: ConnectionsParams, token?: CancellationToken): Promise<ConnectionsResult | undefined>;
  fileState(params: FileStateParams, token?: CancellationToken): Promise<FileStateResult | undefined>;
  /** The settings of the workspace, as far as the client tells them. */
  settings(): Promise<Settings | undefined>;
  /** Tells the client that notifications of this method are wanted. */
  register(method: string, registerOptions: object): void;
  publish(params: PublishDiagnosticsParams): void;
  /** Asks the client to pull diagnostics anew, if it does pull. */
  refreshDiagnostics(): void;
  /** Asks the client to compute code lenses anew. */
  refreshCodeLenses(): void;
}

/** What concerns the talk with the client. What features may put into their answers is read in `features/support.ts`. */
export interface Supports {
  readonly pullDiagnostics: boolean;
  readonly refreshDiagnostics: boolean;
  readonly refreshCodeLenses: boolean;
  readonly watchedFiles: boolean;
  readonly workspaceFolders: boolean;
  readonly renamedFiles: boolean;
  readonly configuration: boolean;
  readonly configurationChanges: boolean;
  readonly names: boolean;
  readonly connections: boolean;
  readonly fileState: boolean;
}

/** What a client says of itself; nothing for one that leaves that out, although it must not. */
export function capabilitiesIn(params: InitializeParams): ClientCapabilities {
  const said: { readonly capabilities?: ClientCapabilities | null } = params;
  return said.capabilities ?? {};
}

/** Reads what a client supports from its `initialize` request. */
export function supportedBy(params: InitializeParams): Supports {
  const { textDocument, workspace } = capabilitiesIn(params);
  const own = optionsOf(params.initializationOptions);
  return {
    // Some clients write null for what they do not support.
    pullDiagnostics: Boolean(textDocument?.diagnostic),
    refreshDiagnostics: workspace?.diagnostics?.refreshSupport ?? false,
    refreshCodeLenses: workspace?.codeLens?.refreshSupport ?? false,
    watchedFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false,
    workspaceFolders: workspace?.workspaceFolders ?? false,
    renamedFiles: workspace?.fileOperations?.didRename ?? false,
    configuration: workspace?.configuration ?? false,
    configurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration ?? false,
    names: own.names === true,
    connections: own.connections === true,
    fileState: own.fileState === true,
  };
}

/** The part of `initializationOptions` that is ours. */
export function optionsOf(initializationOptions: unknown): InitializationOptions {
  return typeof initializationOptions === "object" && initializationOptions !== null ? initializationOptions : {};
}

/** A client at the other end of a connection. What it does not answer, or answers with an error, counts as not known. */
export function createClient(connection: MessageConnection, supports: Supports): Client {
  const ask = async <Result>(
    supported: boolean,
    method: string,
    params: unknown,
    token?: CancellationToken,
  ): Promise<Result | undefined> => {
    if (!supported) return undefined;
    try {
      return (await connection.sendRequest<Result | null>(method, params, token)) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const tell = (supported: boolean, method: string, params?: unknown): void => {
    void ask(supported, method, params);
  };
  let registrations = 0;
  return {
    supports,
    names: (params, token) => ask(supports.names, NAMES, params, token),
    connections: (params, token) => ask(supports.connections, CONNECTIONS, params, token),
    fileState: (params, token) => ask(supports.fileState, FILE_STATE, params, token),
    settings: async () => {
      const items = await ask<readonly unknown[]>(supports.configuration, "workspace/configuration", {
        items: [{ section: SETTINGS_SECTION }],
      });
      return items && readSettings(items[0]);
    },
    register: (method, registerOptions) => {
      tell(true, "client/registerCapability", {
        registrations: [{ id: `vaultconn-${++registrations}`, method, registerOptions }],
      } satisfies RegistrationParams);
    },
    publish: (params) => {
      connection.sendNotification("textDocument/publishDiagnostics", params).catch(() => undefined);
    },
    refreshDiagnostics: () => {
      tell(supports.refreshDiagnostics, "workspace/diagnostic/refresh");
    },
    refreshCodeLenses: () => {
      tell(supports.refreshCodeLenses, "workspace/codeLens/refresh");
    },
  };
}
