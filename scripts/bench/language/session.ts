import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import type { Diagnostic, DocumentDiagnosticReport, Range } from "vscode-languageserver";
import { Session as Client } from "../../../test/protocol/session.js";

/** A language server to be started as an editor starts it. */
export interface ServerProgram {
  /** What node runs, over stdio. */
  readonly script: string;
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
  private constructor(
    private readonly program: ServerProgram,
    private readonly mode: Mode,
    private readonly client: Client,
    /** When the process was started, in milliseconds of `performance.now()`. */
    readonly startedAt: number,
  ) {}

  /** Starts a server and brings it to where documents can be opened. */
  static async start(program: ServerProgram, mode: Mode): Promise<Session> {
    const startedAt = performance.now();
    const client = await Client.start({
      server: program.script,
      capabilities: {
        textDocument: {
          publishDiagnostics: { versionSupport: true },
          ...(mode === "pull" && { diagnostic: { dynamicRegistration: false } }),
        },
      },
      ...(program.initializationOptions && { initializationOptions: program.initializationOptions }),
      answers: {
        "workspace/configuration": ({ items }: { readonly items: readonly unknown[] }) => items.map(() => null),
      },
    });
    const { settings } = program;
    if (settings) await client.notify("workspace/didChangeConfiguration", { settings });
    return new Session(program, mode, client, startedAt);
  }

  /** Opens a document and waits until there are errors or warnings, or until there are none, as expected. */
  async open(uri: string, text: string, faulty: boolean): Promise<void> {
    await this.client.open(uri, text, this.program.languageId);
    await this.#diagnostics(uri, faulty);
  }

  /**
   * Changes a document and waits for the diagnostics it has then.
   * @returns milliseconds between the two.
   */
  async edit(uri: string, { text, range }: { text: string; range: Range }, faulty: boolean): Promise<number> {
    const start = performance.now();
    await this.client.change(uri, text, range);
    await this.#diagnostics(uri, faulty);
    return performance.now() - start;
  }

  /** Resident memory, in bytes; not a number where the system doesn't tell it as Linux does. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${String(this.client.process.pid)}/status`, "utf8").catch(() => "");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  async stop(): Promise<void> {
    await this.client.stop();
  }

  /** Servers may send diagnostics more than once, and outdated ones: those count that say what is expected. */
  async #diagnostics(uri: string, faulty: boolean): Promise<void> {
    if (this.mode === "push") {
      await this.client.diagnostics(uri, (found) => isFaulty(found) === faulty);
      return;
    }
    const textDocument = { uri };
    const report = await this.client.request<DocumentDiagnosticReport>("textDocument/diagnostic", { textDocument });
    if (isFaulty(report.kind === "full" ? report.items : []) !== faulty)
      throw new Error(`${this.program.script} finds ${faulty ? "no fault" : "a fault"} in ${uri}.`);
  }
}

function isFaulty(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity = 1 }) => severity <= WARNING);
}
