import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Effort } from "../../measure/effort.js";
import { Random } from "../../measure/random.js";
import { interleave, seriesOf } from "../../measure/rounds.js";
import { quantile, ratios, summarize } from "../../measure/statistics.js";
import { duration, megabytes, printTable, ratio } from "../../measure/table.js";
import { largeSample, small } from "../inputs/documents.js";
import { variants } from "../../../../schemas/variants.js";
import { edited, type EditedDocument } from "./edited.js";
import type { ServerName, ServerProgram } from "./servers.js";
import { Session, type Mode } from "./session.js";

type Programs = Readonly<Record<ServerName, ServerProgram>>;

const MODES: readonly Mode[] = ["push", "pull"];
const STARTED: readonly ServerName[] = ["ours", "minimal", "json", "jsonAsInstalled"];
const EDITED: readonly ServerName[] = ["ours", "minimal", "json"];
/** How many edits one figure is the median of; the JSON server's pushes wait half a second each. */
const EDITS: Readonly<Record<Mode, Readonly<Record<string, number>>>> = { push: { json: 2 }, pull: {} };
const USUAL_EDITS = { small: 100, large: 10 };
/** Edits before any is timed, for code to be compiled on both sides: so many, or as many as fit in this time in milliseconds. */
const WARM_UP_EDITS = 3000;
const WARM_UP_TIME = 3000;
/** After so many milliseconds without an edit a server is at rest. */
const REST_MS = 5000;

/** Compares language servers over stdio: until the first diagnostics, after an edit, and how much memory they hold. */
export async function compareServers(programs: Programs, measured: Effort): Promise<void> {
  for (const mode of MODES) await compareStarts(programs, mode, measured);
  const [first] = variants;
  if (!first) throw new Error("There are no variants.");
  const documents = [
    edited("500 B", small(first, "valid")),
    edited("1 MB, long texts", largeSample(1_000_000, "texts", "valid")),
    edited("1 MB, many properties", largeSample(1_000_000, "properties", "valid")),
  ];
  for (const mode of MODES) await compareEdits(programs, mode, documents, measured);
}

async function compareStarts(programs: Programs, mode: Mode, { rounds }: Effort): Promise<void> {
  const [, , third] = variants;
  if (!third) throw new Error("There are not enough variants.");
  const { text } = small(third, "faulty");
  // Syntax is all the minimal server knows of, so the text has such an error too.
  const faulty = `${text}}`;
  const memory = new Map<string, number[]>();
  const figures = await interleave(STARTED, rounds(7, 3), new Random(7), async (name) => {
    const session = await Session.start(programs[name], mode);
    await session.open("file:///bench/a.vaultconn.json", faulty, true);
    const time = performance.now() - session.startedAt;
    const held = await session.memory();
    if (held !== undefined) memory.set(name, [...(memory.get(name) ?? []), held]);
    await session.stop();
    return time;
  });
  const ours = seriesOf(figures, "ours");
  printTable(
    `From the start of the process to the first diagnostics, 500 B, ${described(mode)}; resident memory then`,
    ["server", "first diagnostics", "its time / ours", "memory"],
    STARTED.map((name) => {
      const series = seriesOf(figures, name);
      return [
        programs[name].name,
        duration(summarize(series).median),
        name === "ours" ? "" : ratio(ratios(series, ours)),
        memoryText(medianOf(memory.get(name) ?? [])),
      ];
    }),
  );
}

async function compareEdits(
  programs: Programs,
  mode: Mode,
  documents: readonly EditedDocument[],
  { rounds }: Effort,
): Promise<void> {
  const sessions = new Map<ServerName, Session>();
  for (const name of EDITED) sessions.set(name, await Session.start(programs[name], mode));
  const rows: string[][] = [];
  for (const [index, document] of documents.entries()) {
    for (const session of sessions.values()) {
      await session.open(document.uri, document.text, false);
      await warmUp(session, document);
    }
    const count = mode === "push" ? rounds(5, 2) : rounds(index === 0 ? 30 : 8, 3);
    const figures = await interleave(EDITED, count, new Random(count), (name) =>
      timeEdits(seriesOf(sessions, name), document, EDITS[mode][name] ?? USUAL_EDITS[index === 0 ? "small" : "large"]),
    );
    const medians = new Map(
      EDITED.map((name) => [name, seriesOf(figures, name).map((times) => summarize(times).median)]),
    );
    const memory = () => Promise.all(EDITED.map((name) => seriesOf(sessions, name).memory()));
    const held = await memory();
    await sleep(REST_MS);
    const atRest = await memory();
    for (const [at, name] of EDITED.entries()) {
      const series = seriesOf(medians, name);
      rows.push([
        document.name,
        programs[name].name,
        duration(summarize(series).median),
        name === "ours" ? "" : ratio(ratios(series, seriesOf(medians, "ours"))),
        duration(quantile(seriesOf(figures, name).flat(), 0.99)),
        memoryText(held[at]),
        memoryText(atRest[at]),
      ]);
    }
    for (const session of sessions.values()) await session.close(document.uri);
  }
  for (const session of sessions.values()) await session.stop();
  printTable(
    `From an edit to its diagnostics, ${described(mode)}; resident memory after these edits, and at rest`,
    ["text", "server", "edit to diagnostics", "its time / ours", "99th of 100", "memory", "at rest"],
    rows,
  );
}

async function warmUp(session: Session, document: EditedDocument): Promise<void> {
  const end = performance.now() + WARM_UP_TIME;
  for (let edits = 0; edits < WARM_UP_EDITS && performance.now() < end; edits += 2)
    await timeEdits(session, document, 2);
}

/** @returns how long each of some edits took, in milliseconds. Each second one makes the text sound again. */
async function timeEdits(
  session: Session,
  { uri, damage, repair }: EditedDocument,
  count: number,
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let pair = 0; pair < count / 2; pair++) {
    times.push(await session.edit(uri, damage, true));
    times.push(await session.edit(uri, repair, false));
  }
  return times;
}

function medianOf(figures: readonly number[]): number | undefined {
  return figures.length === 0 ? undefined : summarize(figures).median;
}

function described(mode: Mode): string {
  return mode === "push" ? "sent by the server" : "asked for by the client";
}

function memoryText(held: number | undefined): string {
  return held === undefined ? "not known" : megabytes(held);
}
