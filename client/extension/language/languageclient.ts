/** What the extension uses of vscode-languageclient: a bundle of its own, loaded with the first setup file. */
import { LanguageClient as Client } from "vscode-languageclient/node";

export { type Middleware, RevealOutputChannelOn, TransportKind } from "vscode-languageclient/node";

type Failed = Parameters<Client["handleFailedRequest"]>;

/** A client whose requests have no answer while the server starts or stops, as when a window reloads. */
export class LanguageClient extends Client {
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
