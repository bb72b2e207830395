import {
  type Connection,
  type ConsoleFeature,
  createConnection,
  ErrorCodes,
  type InitializeParams,
  IPCMessageReader,
  IPCMessageWriter,
  LogMessageNotification,
  Message,
  type MessageStrategy,
  MessageType,
  type MessageWriter,
  type RequestMessage,
  ResponseError,
  type ResponseMessage,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

export type Transport = "stdio" | "node-ipc";

/**
 * Creates the connection to the client that started this process, without listening yet. The process ends with the
 * client.
 */
export function connectToClient(transport: Transport): Connection {
  const [reader, writer] = transport === "node-ipc" ? overIpc() : overStdio();
  return createConnection({ __brand: "features", console: withoutContents }, reader, writer, {
    messageStrategy: { handleMessage: lifecycle(writer) },
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

const MAX_LINE_LENGTH = 500;

export function writeLog(connection: Connection, line: string): void {
  connection
    .sendNotification(LogMessageNotification.type, { type: MessageType.Error, message: line.slice(0, MAX_LINE_LENGTH) })
    .catch(() => undefined);
}

/** The library's other messages aren't useful. */
const ignore = (): void => undefined;

/** The library's errors quote messages after a fixed text. Logs only the fixed text. */
const withoutContents: ConsoleFeature<object> = (Base) =>
  class extends Base {
    override error(message: string): void {
      const [words = ""] = message.split(/(?: with message)?:|\n/, 1);
      super.error(words.slice(0, MAX_LINE_LENGTH));
    }
    override warn = ignore;
    override info = ignore;
    override log = ignore;
    override debug = ignore;
  };

/**
 * Rejects requests before `initialize`, a second `initialize`, and anything after `shutdown`, which the library doesn't
 * (LSP, "Server lifecycle").
 * @returns a handler that gets each message first.
 */
function lifecycle(writer: MessageWriter): MessageStrategy["handleMessage"] {
  let state: "new" | "initialized" | "shutDown" = "new";
  const refusalOf = (method: string): ResponseError | undefined => {
    if (state === "shutDown") return new ResponseError(ErrorCodes.InvalidRequest, "The server is shut down.");
    if (state === "new" && method !== "initialize")
      return new ResponseError(ErrorCodes.ServerNotInitialized, "The server isn't initialized yet.");
    return state === "initialized" && method === "initialize"
      ? new ResponseError(ErrorCodes.InvalidRequest, "The server is already initialized.")
      : undefined;
  };
  return (message, next) => {
    if (Message.isNotification(message))
      return state === "initialized" || message.method === "exit" ? next(message) : undefined;
    if (!Message.isRequest(message)) return next(message);
    const { id, method, jsonrpc } = message;
    const error = refusalOf(method)?.toJson();
    if (error) return writer.write({ jsonrpc, id, error } as ResponseMessage);
    if (method === "initialize") state = "initialized";
    if (method === "shutdown") state = "shutDown";
    return next(method === "initialize" ? withCapabilities(message) : message);
  };
}

/** Adds required properties that some clients omit or send as null. */
function withCapabilities(message: RequestMessage): RequestMessage {
  const params = (message.params ?? {}) as Partial<InitializeParams> | null;
  return { ...message, params: { ...params, capabilities: params?.capabilities ?? {} } };
}
