import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
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
  /** Another program than the one that was built. */
  readonly server?: string;
  readonly capabilities?: ClientCapabilities;
  readonly folders?: readonly string[];
  readonly initializationOptions?: object;
  /** The client's language, as it would be sent; a wrong one may be of any type. */
  readonly locale?: unknown;
  /** Answers to the server's own requests, by method. */
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
  readonly logged: string[] = [];
  readonly registrations: RegistrationParams["registrations"] = [];
  readonly published = new Map<string, PublishDiagnosticsParams>();
  refreshes = 0;
  /** What the server said it can do. */
  capabilities: ServerCapabilities | undefined;
  private readonly waiting = new Set<() => void>();
  private versions = 0;

  private constructor(
    readonly process: ChildProcess,
    readonly connection: MessageConnection,
  ) {}

  /** Starts a server and goes through `initialize` and `initialized`. */
  static async start(options: Options = {}): Promise<Session> {
    const session = Session.spawn(options);
    await session.initialize(options);
    return session;
  }

  /** Starts a server and says nothing to it yet. */
  static spawn({ server = SERVER, answers = {} }: Options = {}): Session {
    const child = spawn(process.execPath, [server, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    const connection = createMessageConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const session = new Session(child, connection);
    session.listen(answers);
    return session;
  }

  async initialize({ capabilities = {}, folders, initializationOptions, locale }: Options): Promise<InitializeResult> {
    const workspaceFolders = folders?.map((uri) => ({ uri, name: uri })) ?? null;
    const result = await this.connection.sendRequest<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities,
      workspaceFolders,
      initializationOptions,
      locale,
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
    return this.notify("textDocument/didOpen", {
      textDocument: { uri, languageId, version: ++this.versions, text },
    });
  }

  /** Replaces a range, or the whole text. @returns the new version. */
  async change(uri: string, text: string, range?: Range): Promise<number> {
    const version = ++this.versions;
    await this.notify("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [range ? { range, text } : { text }],
    });
    return version;
  }

  close(uri: string): Promise<void> {
    return this.notify("textDocument/didClose", { textDocument: { uri } });
  }

  /** What was last pushed for a document, once that fulfils the condition. */
  async diagnostics(
    uri: string,
    isExpected: (diagnostics: readonly Diagnostic[], version: number | undefined) => boolean = () => true,
  ): Promise<readonly Diagnostic[]> {
    await this.until(() => {
      const last = this.published.get(uri);
      return last !== undefined && isExpected(last.diagnostics, last.version);
    });
    return this.published.get(uri)?.diagnostics ?? [];
  }

  /** Waits until a condition holds; looks again whenever something has arrived. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => this.waiting.add(resolve));
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
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = once(this.process, "exit");
    this.process.kill();
    await exited;
  }

  private listen(answers: Readonly<Record<string, (params: never) => unknown>>): void {
    const arrived = (): void => {
      for (const resolve of this.waiting) resolve();
      this.waiting.clear();
    };
    this.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.published.set(params.uri, params);
      arrived();
    });
    this.connection.onNotification("window/logMessage", ({ message }: LogMessageParams) => {
      this.logged.push(message);
      arrived();
    });
    this.connection.onRequest("client/registerCapability", ({ registrations }: RegistrationParams) => {
      this.registrations.push(...registrations);
      arrived();
      return null;
    });
    this.connection.onRequest("workspace/diagnostic/refresh", () => {
      this.refreshes++;
      arrived();
      return null;
    });
    for (const [method, answer] of Object.entries(answers))
      this.connection.onRequest(method, (params: never) => answer(params));
    this.connection.onError(() => undefined);
    this.connection.listen();
  }
}

/** The codes of diagnostics, in order. */
export function codes(diagnostics: readonly Diagnostic[]): readonly unknown[] {
  return diagnostics.map(({ code }) => code);
}
