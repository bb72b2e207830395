import {
  createConnection,
  IPCMessageReader,
  IPCMessageWriter,
  LogMessageNotification,
  MessageType,
  StreamMessageReader,
  StreamMessageWriter,
  type Connection,
  type ConsoleFeature,
} from "vscode-languageserver/node";
import type { Lifecycle } from "./lifecycle.js";

/** How the client and this process talk to each other. */
export type Transport = "stdio" | "node-ipc";

/**
 * Connects to the client that started this process; the process ends when the
 * client is gone. The connection does not listen yet.
 */
export function connectToClient(transport: Transport, lifecycle: Lifecycle): Connection {
  const [reader, writer] = transport === "node-ipc" ? overIpc() : overStdio();
  return createConnection({ __brand: "features", console: withoutContents }, reader, writer, {
    messageStrategy: { handleMessage: (message, next) => lifecycle.handle(message, next) },
  });
}

function overIpc(): readonly [IPCMessageReader, IPCMessageWriter] {
  process.on("disconnect", () => process.exit(1));
  return [new IPCMessageReader(process), new IPCMessageWriter(process)];
}

function overStdio(): readonly [StreamMessageReader, StreamMessageWriter] {
  process.stdin.on("end", () => process.exit(1));
  process.stdout.on("error", () => process.exit(1));
  return [new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout)];
}

const MAX_LINE = 500;

/** Writes a line into the client's log. */
export function writeLog(connection: Connection, line: string): void {
  connection
    .sendNotification(LogMessageNotification.type, { type: MessageType.Error, message: line.slice(0, MAX_LINE) })
    .catch(() => undefined);
}

/** The library's own errors quote messages, or errors that do, after the words that say what went wrong; only those get out. */
const withoutContents: ConsoleFeature<object> = (Base) =>
  class extends Base {
    override error(message: string): void {
      const [words = ""] = message.split(/(?: with message)?:|\n/, 1);
      super.error(words.slice(0, MAX_LINE));
    }
    override warn(): void {
      // Nothing anybody needs to know.
    }
    override info(): void {
      // Likewise.
    }
    override log(): void {
      // Likewise.
    }
    override debug(): void {
      // Likewise.
    }
  };
