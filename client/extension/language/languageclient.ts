/** What the extension uses of vscode-languageclient, as a separate bundle that's loaded with the first setup file. */
import { LanguageClient as Client } from "vscode-languageclient/node";

export { CloseAction, type Middleware, RevealOutputChannelOn, State, TransportKind } from "vscode-languageclient/node";

type Failed = Parameters<Client["handleFailedRequest"]>;

/** A client whose requests get no response while the server starts or stops, such as when a window reloads. */
export class LanguageClient extends Client {
  /** Only logs: `LanguageServerClient` has the messages for users. */
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override handleFailedRequest<T>(
    type: Failed[0],
    token: Failed[1],
    error: unknown,
    defaultValue: T,
    showNotification?: boolean,
    throwOnCancel?: boolean,
  ): T {
    return this.isRunning()
      ? super.handleFailedRequest(type, token, error, defaultValue, showNotification, throwOnCancel)
      : defaultValue;
  }
}
