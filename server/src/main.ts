/**
 * The language server's process: started by an editor with `--stdio` or
 * `--node-ipc`, it serves one client and ends with it.
 */
import { createConnection, IPCMessageReader, IPCMessageWriter, type _Connection, type Features, type RemoteConsole } from "vscode-languageserver/node";
import { describeError, oneLine } from "./log.js";
import { startServer } from "./server.js";

/** The protocol library logs messages it cannot make sense of, after a first line that says so: they stay out of the log. */
const FEATURES: Features = {
  __brand: "features",
  console: (Base) =>
    class extends Base implements RemoteConsole {
      override error(message: string): void {
        super.error(oneLine(message));
      }
    },
};

const connection = connect();

// A mistake in one handler must not take the editor's help away.
process.on("uncaughtException", (error) => {
  connection.console.error(`Unexpected: ${describeError(error)}`);
});
process.on("unhandledRejection", (reason) => {
  connection.console.error(`Unexpected: ${describeError(reason)}`);
});

startServer(connection);
connection.listen();

function connect(): _Connection {
  if (process.argv.includes("--node-ipc")) {
    process.on("disconnect", () => process.exit());
    return createConnection(FEATURES, new IPCMessageReader(process), new IPCMessageWriter(process));
  }
  process.stdout.on("error", () => process.exit());
  return createConnection(FEATURES, process.stdin, process.stdout);
}
