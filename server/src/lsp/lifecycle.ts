import type { InitializeParams, InitializeResult } from "vscode-languageserver";
import { ErrorCodes, ResponseError, type MessageConnection } from "vscode-jsonrpc/node";

/** How often to look whether the client's process is still there, in milliseconds. */
const WATCH_INTERVAL = 3000;

const NOT_INITIALIZED = -32_002 satisfies typeof ErrorCodes.ServerNotInitialized;

/** The part of a session that has been reached. */
export interface Lifecycle {
  /** Why a request cannot be answered: after `shutdown` none is; undefined before. */
  readonly refusal: () => ResponseError | undefined;
}

/**
 * Handles the beginning and the end of a session as LSP lays them down:
 * `initialize` once, nothing else before it and nothing after `shutdown`, and
 * `exit` with code 0 only after `shutdown`. Also ends the process when the
 * client's is gone.
 */
export function handleLifecycle(
  connection: MessageConnection,
  initialize: (params: InitializeParams, lifecycle: Lifecycle) => InitializeResult,
): void {
  let initialized = false;
  let shutDown = false;
  const refusal = (): ResponseError | undefined => {
    if (shutDown) return new ResponseError(ErrorCodes.InvalidRequest, "The server is shut down.");
    return initialized ? undefined : new ResponseError(NOT_INITIALIZED, "The server is not initialized yet.");
  };
  connection.onRequest("initialize", (params: InitializeParams) => {
    if (initialized) return new ResponseError(ErrorCodes.InvalidRequest, "The server is initialized already.");
    const result = initialize(params, { refusal });
    initialized = true;
    if (typeof params.processId === "number") endWith(params.processId);
    return result;
  });
  connection.onRequest("shutdown", () => {
    const refused = refusal();
    shutDown ||= initialized;
    return refused ?? null;
  });
  connection.onRequest(
    (method) => refusal() ?? new ResponseError(ErrorCodes.MethodNotFound, `Unhandled method ${method}`),
  );
  connection.onNotification("exit", () => {
    process.exit(shutDown ? 0 : 1);
  });
}

function endWith(processId: number): void {
  setInterval(() => {
    try {
      process.kill(processId, 0);
    } catch {
      process.exit(1);
    }
  }, WATCH_INTERVAL).unref();
}
