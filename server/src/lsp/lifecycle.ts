import type { InitializeParams, InitializeResult } from "vscode-languageserver";
import { ErrorCodes, ResponseError, type MessageConnection } from "vscode-jsonrpc/node";

/** How often to look whether the client's process is still there, in milliseconds. */
const WATCH_INTERVAL = 3000;

/**
 * Handles the beginning and the end of a session as LSP lays them down:
 * `initialize` once, `shutdown`, and `exit` with code 0 only after `shutdown`.
 * Also ends the process when the client's is gone.
 */
export function handleLifecycle(connection: MessageConnection, initialize: (params: InitializeParams) => InitializeResult): void {
  let initialized = false;
  let shutDown = false;
  connection.onRequest("initialize", (params: InitializeParams) => {
    if (initialized) return new ResponseError(ErrorCodes.InvalidRequest, "The server is initialized already.");
    initialized = true;
    if (typeof params.processId === "number") endWith(params.processId);
    return initialize(params);
  });
  connection.onRequest("shutdown", () => {
    shutDown = true;
    return null;
  });
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
