import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-jsonrpc/node";
import { oneLine } from "../log.js";

/** How the client and this process talk to each other. */
export type Transport = "stdio" | "node-ipc";

const ERROR = 1;

/**
 * Connects to the client that started this process; the process ends when the
 * client is gone. The connection does not listen yet.
 */
export function connectToClient(transport: Transport): MessageConnection {
  const connection = transport === "node-ipc" ? connectByIpc() : connectByStdio();
  connection.onClose(() => process.exit(1));
  return connection;
}

function connectByIpc(): MessageConnection {
  process.on("disconnect", () => process.exit(1));
  const connection: MessageConnection = createMessageConnection(
    new IPCMessageReader(process),
    new IPCMessageWriter(process),
    logger(() => connection),
  );
  return connection;
}

function connectByStdio(): MessageConnection {
  process.stdin.on("end", () => process.exit(1));
  process.stdout.on("error", () => process.exit(1));
  const reader = new StreamMessageReader(process.stdin);
  // After a broken header the reader waits for more data, although the next message may be there already.
  reader.onError(() => setImmediate(() => process.stdin.emit("data", Buffer.alloc(0))));
  const connection: MessageConnection = createMessageConnection(
    reader,
    new StreamMessageWriter(process.stdout),
    logger(() => connection),
  );
  return connection;
}

/** Writes a line into the client's log. */
export function writeLog(connection: MessageConnection, line: string): void {
  connection.sendNotification("window/logMessage", { type: ERROR, message: oneLine(line) }).catch(() => undefined);
}

/** The protocol library logs messages it cannot make sense of after a first line that says so; only that line gets out. */
function logger(connection: () => MessageConnection): {
  error(message: string): void;
  warn(): void;
  info(): void;
  log(): void;
} {
  const silent = (): void => undefined;
  return {
    error: (message) => {
      writeLog(connection(), message);
    },
    warn: silent,
    info: silent,
    log: silent,
  };
}
