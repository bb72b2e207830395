import { spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import type { Readable, Writable } from "node:stream";
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from "vscode-languageserver/node";
import type {
  Diagnostic,
  DocumentDiagnosticReport,
  PublishDiagnosticsParams,
  TextDocumentContentChangeEvent,
} from "vscode-languageserver";

/** A language server to be started as an editor starts it. */
export interface ServerProgram {
  /** Arguments of node. */
  readonly args: readonly string[];
  readonly languageId: string;
  readonly initializationOptions?: object;
  /** Sent with `workspace/didChangeConfiguration` before any document is opened. */
  readonly settings?: object;
}

/** How diagnostics come: sent by the server when it likes, or asked for by the client after each change. */
export type Mode = "push" | "pull";

const WARNING = 2;

/** One run of a server with one client. */
export class Session {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #connection: MessageConnection;
  #published: (diagnostics: readonly Diagnostic[], uri: string) => void = () => undefined;
  #version = 1;

  /** When the process was started, in milliseconds of `performance.now()`. */
  readonly startedAt: number;

  private constructor(
    private readonly program: ServerProgram,
    private readonly mode: Mode,
  ) {
    this.startedAt = performance.now();
    this.#child = spawn(process.execPath, program.args, { stdio: ["pipe", "pipe", "ignore"] });
    this.#connection = createMessageConnection(
      new StreamMessageReader(this.#child.stdout),
      new StreamMessageWriter(this.#child.stdin),
    );
    this.#connection.onNotification(
      "textDocument/publishDiagnostics",
      ({ diagnostics, uri }: PublishDiagnosticsParams) => {
        this.#published(diagnostics, uri);
      },
    );
    this.#connection.onRequest("workspace/configuration", ({ items }: { readonly items: readonly unknown[] }) =>
      items.map(() => null),
    );
    this.#connection.onRequest("client/registerCapability", () => null);
    this.#connection.listen();
  }

  /** Starts a server and brings it to where documents can be opened. */
  static async start(program: ServerProgram, mode: Mode): Promise<Session> {
    const session = new Session(program, mode);
    const { initializationOptions, settings } = program;
    const textDocument = {
      publishDiagnostics: { versionSupport: true },
      ...(mode === "pull" && { diagnostic: { dynamicRegistration: false } }),
    };
    await session.#connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { textDocument },
      initializationOptions,
    });
    await session.#connection.sendNotification("initialized", {});
    if (settings) await session.#connection.sendNotification("workspace/didChangeConfiguration", { settings });
    return session;
  }

  /** Opens a document and waits until there are errors or warnings, or until there are none, as expected. */
  async open(uri: string, text: string, faulty: boolean): Promise<void> {
    const textDocument = { uri, languageId: this.program.languageId, version: ++this.#version, text };
    await this.#diagnosticsAfter(uri, faulty, () =>
      this.#connection.sendNotification("textDocument/didOpen", { textDocument }),
    );
  }

  /**
   * Changes a document and waits for the diagnostics it has then.
   * @returns milliseconds between the two.
   */
  async edit(uri: string, change: TextDocumentContentChangeEvent, faulty: boolean): Promise<number> {
    const start = performance.now();
    const textDocument = { uri, version: ++this.#version };
    await this.#diagnosticsAfter(uri, faulty, () =>
      this.#connection.sendNotification("textDocument/didChange", { textDocument, contentChanges: [change] }),
    );
    return performance.now() - start;
  }

  /** Resident memory, in bytes; not a number where the system doesn't tell it as Linux does. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${String(this.#child.pid)}/status`, "utf8").catch(() => "");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, "exit");
    await this.#connection.sendRequest("shutdown");
    await this.#connection.sendNotification("exit");
    await exited;
    this.#connection.dispose();
  }

  /** Servers may send diagnostics more than once, and outdated ones: those count that say what is expected. */
  async #diagnosticsAfter(uri: string, faulty: boolean, notify: () => Promise<void>): Promise<void> {
    if (this.mode === "pull") {
      await notify();
      const report = await this.#connection.sendRequest<DocumentDiagnosticReport>("textDocument/diagnostic", {
        textDocument: { uri },
      });
      const items = report.kind === "full" ? report.items : [];
      if (isFaulty(items) !== faulty)
        throw new Error(`${this.program.args.join(" ")} finds ${faulty ? "no fault" : "a fault"} in ${uri}.`);
      return;
    }
    const there = new Promise<void>((resolve) => {
      this.#published = (diagnostics, of) => {
        if (of === uri && isFaulty(diagnostics) === faulty) resolve();
      };
    });
    await notify();
    await there;
  }
}

function isFaulty(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity = 1 }) => severity <= WARNING);
}
