import { spawn, type ChildProcess } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-languageserver/node";
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeResult,
  LogMessageParams,
  PublishDiagnosticsParams,
  Range,
  RegistrationParams,
  ServerCapabilities,
} from "vscode-languageserver";

/** The server as it is shipped. `npm run build` makes it. */
export const SERVER = fileURLToPath(new URL("../../dist/server.js", import.meta.url));
/** The command line, likewise. */
export const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** What a session starts with. */
export interface Options {
  /** Another Node than the one that runs the tests. */
  readonly node?: string;
  /** Another program than the one that was built. */
  readonly server?: string;
  readonly capabilities?: ClientCapabilities;
  readonly folders?: readonly string[];
  readonly initializationOptions?: object;
  /** The client's language, as it would be sent; a wrong one may be of any type. */
  readonly locale?: unknown;
  /** What is done with the server's own requests and notifications, by method. */
  readonly answers?: Readonly<Record<string, (params: never) => unknown>>;
}

/** What a client declares that takes everything a diagnostic can have, and code actions as they are. */
export const TAKING = {
  codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
} satisfies ClientCapabilities["textDocument"];

/** A client that pulls diagnostics, and is told when to do so again. */
export const PULLING: ClientCapabilities = {
  textDocument: { ...TAKING, diagnostic: {} },
  workspace: { diagnostics: { refreshSupport: true }, workspaceFolders: true },
};

/** A real server process with a client at the other end of its pipes. */
export class Session {
  readonly process: ChildProcess;
  readonly connection: MessageConnection;
  readonly logged: string[] = [];
  readonly registrations: RegistrationParams["registrations"] = [];
  readonly published = new Map<string, PublishDiagnosticsParams>();
  refreshes = 0;
  /** What the server said it can do. */
  capabilities: ServerCapabilities | undefined;
  readonly #arrivals = new EventEmitter();
  #versions = 0;

  /** Starts a server and says nothing to it yet. */
  constructor({ node = process.execPath, server = SERVER, answers = {} }: Options = {}) {
    const child = spawn(node, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    const [reader, writer] = [new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin)];
    this.process = child;
    this.connection = createMessageConnection(reader, writer);
    const handlers: NonNullable<Options["answers"]> = {
      "textDocument/publishDiagnostics": (params: PublishDiagnosticsParams) => this.published.set(params.uri, params),
      "window/logMessage": ({ message }: LogMessageParams) => this.logged.push(message),
      "client/registerCapability": ({ registrations }: RegistrationParams) =>
        void this.registrations.push(...registrations),
      "workspace/diagnostic/refresh": () => void this.refreshes++,
      ...answers,
    };
    for (const [method, handle] of Object.entries(handlers)) {
      const take = (params: unknown): unknown => {
        const answer = handle(params as never);
        this.#arrivals.emit("message");
        return answer;
      };
      this.connection.onNotification(method, (params) => void take(params));
      this.connection.onRequest(method, take);
    }
    this.connection.onError(() => undefined);
    // Requests that a server leaves behind are rejected, instead of being waited for.
    this.connection.onClose(() => {
      this.connection.dispose();
    });
    this.connection.listen();
  }

  /** Starts a server and goes through `initialize` and `initialized`. */
  static async start(options: Options = {}): Promise<Session> {
    const session = new Session(options);
    await session.initialize(options);
    return session;
  }

  async initialize({ capabilities = {}, folders, ...rest }: Options): Promise<InitializeResult> {
    const result = await this.request<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities,
      workspaceFolders: folders?.map((uri) => ({ uri, name: uri })) ?? null,
      initializationOptions: rest.initializationOptions,
      locale: rest.locale,
    });
    this.capabilities = result.capabilities;
    await this.notify("initialized", {});
    return result;
  }

  request<Result>(method: string, params: unknown): Promise<Result> {
    return this.connection.sendRequest<Result>(method, params);
  }

  notify(method: string, params: unknown): Promise<void> {
    return this.connection.sendNotification(method, params);
  }

  open(uri: string, text: string, languageId = "vaultconn"): Promise<void> {
    return this.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: ++this.#versions, text } });
  }

  /** Replaces a range, or the whole text. @returns the new version. */
  async change(uri: string, text: string, range?: Range): Promise<number> {
    const textDocument = { uri, version: ++this.#versions };
    await this.notify("textDocument/didChange", { textDocument, contentChanges: [{ range, text }] });
    return textDocument.version;
  }

  close(uri: string): Promise<void> {
    return this.notify("textDocument/didClose", { textDocument: { uri } });
  }

  /** What was last pushed for a document, once that fulfils the condition. */
  async diagnostics(
    uri: string,
    isExpected: (diagnostics: readonly Diagnostic[], version: number | undefined) => boolean = () => true,
  ): Promise<readonly Diagnostic[]> {
    for (;;) {
      const last = this.published.get(uri);
      if (last && isExpected(last.diagnostics, last.version)) return last.diagnostics;
      await once(this.#arrivals, "message");
    }
  }

  /** Waits until a condition holds; looks again whenever something has arrived. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await once(this.#arrivals, "message");
  }

  /** Ends the session in good order. @returns the exit code. */
  async stop(): Promise<number | null> {
    const exited = once(this.process, "exit");
    await this.request("shutdown", undefined);
    await this.notify("exit", undefined);
    await exited;
    this.connection.dispose();
    return this.process.exitCode;
  }

  /** Ends the process, if it is still there. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.dispose();
    const exited = once(this.process, "exit");
    if (this.process.kill()) await exited;
  }
}

/** The codes of diagnostics, in order. */
export function codes(diagnostics: readonly Diagnostic[]): readonly unknown[] {
  return diagnostics.map(({ code }) => code);
}
