import { join } from "node:path";
import { describeError } from "./log.js";
import { connectToClient, writeLog, type Transport } from "./lsp/connection.js";
import { startServer } from "./server.js";

/** Serves the one client that started this process, and ends with it. */
export function serve(transport: Transport): void {
  const connection = connectToClient(transport);
  // A mistake in one handler must not take the editor's help away.
  process.on("uncaughtException", (error) => {
    writeLog(connection, `Unexpected: ${describeError(error)}`);
  });
  process.on("unhandledRejection", (reason) => {
    writeLog(connection, `Unexpected: ${describeError(reason)}`);
  });
  startServer(connection, join(__dirname, "l10n"));
  connection.listen();
}
