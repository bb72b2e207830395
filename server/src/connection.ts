import {
  type Connection,
  type ConsoleFeature,
  createConnection,
  ErrorCodes,
  type InitializeParams,
  LogMessageNotification,
  Message,
  type MessageStrategy,
  MessageType,
  ResponseError,
  StreamMessageReader,
} from "vscode-languageserver/node";
import { WholeMessageWriter } from "./messageWriter.js";

/** A request of the wrong time is handled as one with this method. Its parameter is the state. */
const REFUSED = "$/refused";
const REFUSALS = {
  new: new ResponseError<never>(ErrorCodes.ServerNotInitialized, "The server isn't initialized yet."),
  initialized: new ResponseError<never>(ErrorCodes.InvalidRequest, "The server is already initialized."),
  shutDown: new ResponseError<never>(ErrorCodes.InvalidRequest, "The server is shut down."),
};

/**
 * Creates the connection to the client that started this process, over the transport in the arguments, without
 * listening yet. The process ends with the client. Rejects requests before `initialize`, a second `initialize`, and
 * anything after `shutdown`, which the library doesn't (LSP, "Server lifecycle").
 */
export function connectToClient(): Connection {
  let state: keyof typeof REFUSALS = "new";
  const handleMessage: MessageStrategy["handleMessage"] = (message, next) => {
    if (!Message.isRequest(message)) return next(message);
    const { method } = message;
    const isTimely = state !== "shutDown" && (method === "initialize") === (state === "new");
    if (!isTimely) return next({ ...message, method: REFUSED, params: [state] } as Message);
    if (method === "shutdown") state = "shutDown";
    if (method !== "initialize") return next(message);
    state = "initialized";
    // Some clients omit required properties, or send null.
    const params = (message.params ?? {}) as Partial<InitializeParams>;
    return next({ ...message, params: { ...params, capabilities: params.capabilities ?? {} } } as Message);
  };
  const features = { __brand: "features", console: withoutContents } as const;
  const options = { messageStrategy: { handleMessage } };
  const overStdio = (): Connection => {
    const { stdin, stdout } = process;
    // The library does this for the transports that it creates.
    for (const event of ["end", "close"]) stdin.on(event, () => process.exit(state === "shutDown" ? 0 : 1));
    return createConnection(features, new StreamMessageReader(stdin), new WholeMessageWriter(stdout), options);
  };
  const connection = process.argv.includes("--stdio") ? overStdio() : createConnection(features, options);
  connection.onRequest(REFUSED, (refused: keyof typeof REFUSALS) => REFUSALS[refused]);
  return connection;
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
