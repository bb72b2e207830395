import { join } from "node:path";
import { describeError } from "../common/describeError.js";
import { connectToClient, Lifecycle, type Transport, writeLog } from "./connect.js";
import { startServer } from "./server.js";

/** Serves the one client that started this process, and ends with it. */
export function serve(transport: Transport): void {
  const lifecycle = new Lifecycle();
  const connection = connectToClient(transport, lifecycle);
  // A mistake in one handler must not take the editor's help away.
  process.on("uncaughtException", (error) => {
    writeLog(connection, `Unexpected: ${describeError(error)}`);
  });
  process.on("unhandledRejection", (reason) => {
    writeLog(connection, `Unexpected: ${describeError(reason)}`);
  });
  lifecycle.answerRefused(connection);
  startServer(connection, join(__dirname, "l10n"));
  connection.listen();
}
