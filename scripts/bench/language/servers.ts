import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";

import type { Diagnostic, DocumentDiagnosticReport, Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

import { Session } from "../../../test/protocol/session.js";
import { interleave, median, quantile, rounds } from "../measure/figures.js";
import { duration, megabytes, printTable, ratio } from "../measure/table.js";
import type { Schema } from "./contestant.js";
import { documentsOf } from "./documents.js";

/** A language server to be started as an editor starts it. */
interface ServerProgram {
  readonly name: string;
  /** What node runs, over stdio. */
  readonly server: string;
  readonly languageId: string;
  readonly initializationOptions?: object;
  /** Sent with `workspace/didChangeConfiguration` before any document is opened. */
  readonly settings?: object;
}

/** How diagnostics come: sent by the server when it likes, or asked for by the client after each change. */
type Mode = "push" | "pull";

const URI = "file:///bench/a.vaultconn.json";
const WARNING = 2;
/** Edits that one figure is the median of. */
const EDITS = 100;
/** Edits before any is timed, for code to be compiled on both sides. */
const WARM_UP_EDITS = 3000;

/** Compares language servers over stdio. @param jsonServer the bundle of VS Code's. @param schema what it checks with */
export async function compareServers(jsonServer: string, schema: Schema): Promise<void> {
  const schemas = [{ url: "vaultconn://schema/vaultconn.schema.json", fileMatch: ["*.vaultconn.json"], schema }];
  const programs: readonly ServerProgram[] = [
    { name: "ours", server: "dist/server.js", languageId: "vaultconn" },
    {
      name: "JSON server",
      server: jsonServer,
      languageId: "jsonc",
      initializationOptions: { provideFormatter: true, handledSchemaProtocols: ["file"] },
      settings: { json: { validate: { enable: true }, schemas } },
    },
  ];
  await compareStarts(programs, "sent by the server", "push");
  await compareStarts(programs, "asked for by the client", "pull");
  await compareEdits(programs);
}

async function compareStarts(programs: readonly ServerProgram[], how: string, mode: Mode): Promise<void> {
  const text = documentsOf("faulty", true)[2] ?? "";
  const measured = await interleave(programs, rounds(11, 3), async (program) => {
    const startedAt = performance.now();
    const editor = await Editor.start(program, mode);
    await editor.open(text, true);
    const time = performance.now() - startedAt;
    const memory = await editor.memory();
    await editor.client.stop();
    return { time, memory };
  });
  const times = measured.map(({ figures }) => figures.map(({ time }) => time));
  printTable(
    `From the start of the process to the first diagnostics, 500 B, ${how}; resident memory then`,
    ["server", "first diagnostics", "its time / ours", "memory"],
    measured.map(({ contestant: { name }, figures }, at) => [
      name,
      ...timesAndRatio(times, at),
      megabytes(median(figures.map(({ memory }) => memory))),
    ]),
  );
}

/** Each second edit takes the colon after the last property's name away, the others put it back. */
async function compareEdits(programs: readonly ServerProgram[]): Promise<void> {
  const text = documentsOf("valid", true)[0] ?? "";
  const document = TextDocument.create(URI, "", 1, text);
  const colon = text.lastIndexOf('": ') + 1;
  const [start, end] = [document.positionAt(colon), document.positionAt(colon + 1)];
  const timeEdits = async (editor: Editor, count: number): Promise<readonly number[]> => {
    const times: number[] = [];
    while (times.length < count) {
      times.push(await editor.edit({ start, end }, "", true));
      times.push(await editor.edit({ start, end: start }, ":", false));
    }
    return times;
  };
  const editors: Editor[] = [];
  for (const program of programs) {
    const editor = await Editor.start(program, "pull");
    editors.push(editor);
    await editor.open(text, false);
    await timeEdits(editor, WARM_UP_EDITS);
  }
  const measured = await interleave(editors, rounds(30, 3), (editor) => timeEdits(editor, EDITS));
  for (const { client } of editors) await client.stop();
  const medians = measured.map(({ figures }) => figures.map(median));
  printTable(
    "From an edit of 500 B to its diagnostics, asked for by the client",
    ["server", "edit to diagnostics", "its time / ours", "99th of 100"],
    measured.map(({ contestant: { program }, figures }, at) => [
      program.name,
      ...timesAndRatio(medians, at),
      duration(quantile(figures.flat(), 0.99)),
    ]),
  );
}

/** What a server takes, and its ratio to the first, which is ours. */
function timesAndRatio(times: readonly (readonly number[])[], at: number): readonly string[] {
  const own = times[at] ?? [];
  return [duration(median(own)), at === 0 ? "" : ratio(own, times[0])];
}

/** A server with one client, and one document. */
class Editor {
  private constructor(
    readonly program: ServerProgram,
    private readonly mode: Mode,
    readonly client: Session,
  ) {}

  /** Starts a server and brings it to where documents can be opened. */
  static async start(program: ServerProgram, mode: Mode): Promise<Editor> {
    const publishDiagnostics = { versionSupport: true };
    const client = await Session.start({
      ...program,
      capabilities: {
        textDocument: mode === "push" ? { publishDiagnostics } : { publishDiagnostics, diagnostic: {} },
      },
      answers: {
        "workspace/configuration": ({ items }: { readonly items: readonly unknown[] }) => items.map(() => null),
      },
    });
    const { settings } = program;
    if (settings) await client.notify("workspace/didChangeConfiguration", { settings });
    return new Editor(program, mode, client);
  }

  /** Opens the document and waits until there are errors or warnings, or until there are none, as expected. */
  async open(text: string, faulty: boolean): Promise<void> {
    await this.client.open(URI, text, this.program.languageId);
    await this.#diagnostics(faulty);
  }

  /** Changes the document and waits for the diagnostics it has then. @returns milliseconds between the two */
  async edit(range: Range, text: string, faulty: boolean): Promise<number> {
    const start = performance.now();
    await this.client.change(URI, text, range);
    await this.#diagnostics(faulty);
    return performance.now() - start;
  }

  /** Resident memory, in bytes; not a number where the system doesn't tell it as Linux does. */
  async memory(): Promise<number> {
    const status = await readFile(`/proc/${String(this.client.process.pid)}/status`, "utf8").catch(() => "");
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
  }

  /** Servers may send diagnostics more than once, and outdated ones: those count that say what is expected. */
  async #diagnostics(faulty: boolean): Promise<void> {
    if (this.mode === "push") {
      await this.client.diagnostics(URI, (found) => isFaulty(found) === faulty);
      return;
    }
    const params = { textDocument: { uri: URI } };
    const report = await this.client.request<DocumentDiagnosticReport>("textDocument/diagnostic", params);
    if (isFaulty(report.kind === "full" ? report.items : []) !== faulty)
      throw new Error(`${this.program.name} finds ${faulty ? "no fault" : "a fault"}.`);
  }
}

function isFaulty(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity = 1 }) => severity <= WARNING);
}
