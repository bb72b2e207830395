import { readFile } from "node:fs/promises";
import { performance } from "node:perf_hooks";

import type { Diagnostic, DocumentDiagnosticReport } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";

import { Session } from "../../../test/protocol/session.js";
import { duration, megabytes, printTable, ratio, interleave, median, quantile, rounds } from "../measure.js";
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

/** How diagnostics arrive: pushed by the server, or pulled by the client after each change. */
type Mode = "push" | "pull";

const URI = "file:///bench/a.vaultconn.json";
const WARNING = 2;
/** Edits that one figure is the median of. */
const EDITS = 100;
/** Edits before the first one that's timed, so that all code is compiled. */
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
    const client = await launch(program, mode);
    await client.open(URI, text, program.languageId);
    await settle(client, mode, true);
    const time = performance.now() - startedAt;
    const memory = await memoryOf(client);
    await client.stop();
    return { time, memory };
  });
  const times = measured.map((starts) => starts.map(({ time }) => time));
  printTable(
    `From the start of the process to the first diagnostics, 500 B, ${how}; resident memory then`,
    ["server", "first diagnostics", "its time / ours", "memory"],
    measured.map((starts, at) => [
      programs[at]?.name ?? "",
      ...timesAndRatio(times, at),
      megabytes(median(starts.map(({ memory }) => memory))),
    ]),
  );
}

/** Every other edit removes the colon after the last property's name, and the next one adds it back. */
async function compareEdits(programs: readonly ServerProgram[]): Promise<void> {
  const text = documentsOf("valid", true)[0] ?? "";
  const document = TextDocument.create(URI, "", 1, text);
  const colon = text.lastIndexOf('": ') + 1;
  const [start, end] = [document.positionAt(colon), document.positionAt(colon + 1)];
  const edits = [
    { range: { start, end }, inserted: "", faulty: true },
    { range: { start, end: start }, inserted: ":", faulty: false },
  ];
  const timeEdits = async (client: Session, count: number): Promise<readonly number[]> => {
    const times: number[] = [];
    while (times.length < count) {
      for (const { range, inserted, faulty } of edits) {
        const begin = performance.now();
        await client.change(URI, inserted, range);
        await settle(client, "pull", faulty);
        times.push(performance.now() - begin);
      }
    }
    return times;
  };
  const clients: Session[] = [];
  for (const program of programs) {
    const client = await launch(program, "pull");
    clients.push(client);
    await client.open(URI, text, program.languageId);
    await settle(client, "pull", false);
    await timeEdits(client, WARM_UP_EDITS);
  }
  const measured = await interleave(clients, rounds(30, 3), (client) => timeEdits(client, EDITS));
  for (const client of clients) await client.stop();
  const medians = measured.map((series) => series.map(median));
  printTable(
    "From an edit of 500 B to its diagnostics, asked for by the client",
    ["server", "edit to diagnostics", "its time / ours", "99th of 100"],
    measured.map((series, at) => [
      programs[at]?.name ?? "",
      ...timesAndRatio(medians, at),
      duration(quantile(series.flat(), 0.99)),
    ]),
  );
}

/** What a server takes, and its ratio to the first, which is ours. */
function timesAndRatio(times: readonly (readonly number[])[], at: number): readonly string[] {
  const own = times[at] ?? [];
  return [duration(median(own)), at === 0 ? "" : ratio(own, times[0])];
}

/** Starts and configures a server as an editor does, so that documents can be opened. */
async function launch(program: ServerProgram, mode: Mode): Promise<Session> {
  const publishDiagnostics = { versionSupport: true };
  const client = await Session.start({
    ...program,
    capabilities: { textDocument: mode === "push" ? { publishDiagnostics } : { publishDiagnostics, diagnostic: {} } },
    answers: { "workspace/configuration": ({ items }: { items: readonly unknown[] }) => items.map(() => null) },
  });
  const { settings } = program;
  if (settings) await client.notify("workspace/didChangeConfiguration", { settings });
  return client;
}

/**
 * Waits until the document has errors or warnings, or none, as expected. Servers may send diagnostics more than once, and
 * outdated ones.
 */
async function settle(client: Session, mode: Mode, faulty: boolean): Promise<void> {
  if (mode === "push") {
    await client.diagnostics(URI, (found) => isFaulty(found) === faulty);
    return;
  }
  const params = { textDocument: { uri: URI } };
  const report = await client.request<DocumentDiagnosticReport>("textDocument/diagnostic", params);
  if (isFaulty(report.kind === "full" ? report.items : []) !== faulty)
    throw new Error(`A server finds ${faulty ? "no fault" : "a fault"}.`);
}

/** Resident memory in bytes; NaN on systems other than Linux. */
async function memoryOf({ process }: Session): Promise<number> {
  const status = await readFile(`/proc/${String(process.pid)}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

function isFaulty(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity = 1 }) => severity <= WARNING);
}
