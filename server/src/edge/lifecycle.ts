import {
  ErrorCodes,
  Message,
  ResponseError,
  type Connection,
  type InitializeParams,
  type RequestMessage,
} from "vscode-languageserver/node";

/** The method of no message: requests that are refused get it, so that nobody answers them. */
const REFUSED = "";

/**
 * Refuses what LSP has a server refuse at its beginning and end, which the library leaves to its users: requests before
 * `initialize`, a second `initialize`, and anything after `shutdown` (LSP, "Server lifecycle").
 */
export class Lifecycle {
  #state: "new" | "initialized" | "shutDown" = "new";

  /** Sees each message before it is handled. */
  handle(message: Message, next: (message: Message) => void | Promise<void>): void | Promise<void> {
    if (Message.isNotification(message))
      return this.#state === "initialized" || message.method === "exit" ? next(message) : undefined;
    if (!Message.isRequest(message)) return next(message);
    if (this.#refusal(message.method)) return next(refused(message));
    if (message.method === "initialize") {
      this.#state = "initialized";
      return next(withCapabilities(message));
    }
    if (message.method !== "shutdown") return next(message);
    const result = next(message);
    this.#state = "shutDown";
    return result;
  }

  /** Answers the requests that are refused, and those nobody answers. */
  answerRefused(connection: Connection): void {
    connection.onRequest((method: string) =>
      method === REFUSED
        ? (this.#refusal("") ?? new ResponseError(ErrorCodes.InvalidRequest, "The server is initialized already."))
        : new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`),
    );
  }

  #refusal(method: string): ResponseError | undefined {
    if (this.#state === "shutDown") return new ResponseError(ErrorCodes.InvalidRequest, "The server is shut down.");
    if (this.#state === "new" && method !== "initialize")
      return new ResponseError(ErrorCodes.ServerNotInitialized, "The server is not initialized yet.");
    return this.#state === "initialized" && method === "initialize"
      ? new ResponseError(ErrorCodes.InvalidRequest, "The server is initialized already.")
      : undefined;
  }
}

function refused(message: RequestMessage): RequestMessage {
  return { ...message, method: REFUSED };
}

/** Some clients leave out, or write null for, what they must say. */
function withCapabilities(message: RequestMessage): RequestMessage {
  const params = (message.params ?? {}) as Partial<InitializeParams> | null;
  return { ...message, params: { ...params, capabilities: params?.capabilities ?? {} } };
}
