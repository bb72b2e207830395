/**
 * The language server's process: started by an editor with `--stdio` or
 * `--node-ipc`, it serves one client and ends with it.
 */
import { describeError } from "./log.js";
import { connectToClient, writeLog } from "./lsp/connection.js";
import { startServer } from "./server.js";

const connection = connectToClient(process.argv.includes("--node-ipc") ? "node-ipc" : "stdio");

// A mistake in one handler must not take the editor's help away.
process.on("uncaughtException", (error) => {
  writeLog(connection, `Unexpected: ${describeError(error)}`);
});
process.on("unhandledRejection", (reason) => {
  writeLog(connection, `Unexpected: ${describeError(reason)}`);
});

startServer(connection);
connection.listen();
