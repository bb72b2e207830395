import { performance } from "node:perf_hooks";

import { TextDocument } from "vscode-languageserver-textdocument";

import { interleave, quantile, ratios, rounds, summarize } from "../measure/figures.js";
import { Random } from "../measure/random.js";
import { duration, megabytes, printTable, ratio } from "../measure/table.js";
import type { Schema } from "./contestant.js";
import { documentsOf } from "./documents.js";
import { type Mode, type ServerProgram, Session } from "./session.js";

const NAMES = ["ours", "JSON server"] as const;
type Name = (typeof NAMES)[number];
type Programs = Readonly<Record<Name, ServerProgram>>;

/** Edits that one figure is the median of. */
const EDITS = 100;
/** Edits before any is timed, for code to be compiled on both sides. */
const WARM_UP_EDITS = 3000;

/** Compares language servers over stdio. @param jsonServer the bundle of VS Code's. @param schema what it checks with */
export async function compareServers(jsonServer: string, schema: Schema): Promise<void> {
  const schemas = [{ url: "vaultconn://schema/vaultconn.schema.json", fileMatch: ["*.vaultconn.json"], schema }];
  const programs: Programs = {
    ours: { script: "dist/server.js", languageId: "vaultconn" },
    "JSON server": {
      script: jsonServer,
      languageId: "jsonc",
      initializationOptions: { provideFormatter: true, handledSchemaProtocols: ["file"] },
      settings: { json: { validate: { enable: true }, schemas } },
    },
  };
  await compareStarts(programs, "sent by the server", "push");
  await compareStarts(programs, "asked for by the client", "pull");
  await compareEdits(programs);
}

async function compareStarts(programs: Programs, how: string, mode: Mode): Promise<void> {
  const text = documentsOf("faulty", true)[2] ?? "";
  const figures = await interleave(NAMES, rounds(11, 3), new Random(7), async (name) => {
    const session = await Session.start(programs[name], mode);
    await session.open("file:///bench/a.vaultconn.json", text, true);
    const time = performance.now() - session.startedAt;
    const memory = await session.memory();
    await session.stop();
    return { time, memory };
  });
  const times = (name: Name): number[] => figures(name).map(({ time }) => time);
  printTable(
    `From the start of the process to the first diagnostics, 500 B, ${how}; resident memory then`,
    ["server", "first diagnostics", "its time / ours", "memory"],
    NAMES.map((name) => [
      name,
      duration(summarize(times(name)).median),
      name === "ours" ? "" : ratio(ratios(times(name), times("ours"))),
      megabytes(summarize(figures(name).map(({ memory }) => memory)).median),
    ]),
  );
}

/** Each second edit takes the colon after the last property's name away, the others put it back. */
async function compareEdits(programs: Programs): Promise<void> {
  const uri = "file:///bench/a.vaultconn.json";
  const text = documentsOf("valid", true)[0] ?? "";
  const document = TextDocument.create(uri, "", 1, text);
  const colon = text.lastIndexOf('": ') + 1;
  const [start, end] = [document.positionAt(colon), document.positionAt(colon + 1)];
  const timeEdits = async (session: Session, count: number): Promise<readonly number[]> => {
    const times: number[] = [];
    while (times.length < count) {
      times.push(await session.edit(uri, { range: { start, end }, text: "" }, true));
      times.push(await session.edit(uri, { range: { start, end: start }, text: ":" }, false));
    }
    return times;
  };
  const sessions = {
    ours: await Session.start(programs.ours, "pull"),
    "JSON server": await Session.start(programs["JSON server"], "pull"),
  };
  for (const session of Object.values(sessions)) {
    await session.open(uri, text, false);
    await timeEdits(session, WARM_UP_EDITS);
  }
  const figures = await interleave(NAMES, rounds(30, 3), new Random(30), (name) => timeEdits(sessions[name], EDITS));
  const medians = (name: Name): number[] => figures(name).map((times) => summarize(times).median);
  for (const session of Object.values(sessions)) await session.stop();
  printTable(
    "From an edit of 500 B to its diagnostics, asked for by the client",
    ["server", "edit to diagnostics", "its time / ours", "99th of 100"],
    NAMES.map((name) => [
      name,
      duration(summarize(medians(name)).median),
      name === "ours" ? "" : ratio(ratios(medians(name), medians("ours"))),
      duration(quantile(figures(name).flat(), 0.99)),
    ]),
  );
}
