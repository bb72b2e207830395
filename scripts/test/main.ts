import { parseArgs } from "node:util";

import { type Edition } from "../../test/vscode/provision/pins.js";
import { provisionBrowser, provisionServer } from "../../test/vscode/provision/provision.js";
import { onAbandoned } from "../prepare/abandoned.js";
import { ensureBuilt } from "../prepare/build.js";
import { isStopping, stopProcesses } from "./processes.js";
import { type Stage, STAGES } from "./stages.js";
import { printSummary, type Row } from "./summary.js";

/** A little longer than what each process gets to end. */
const END_MS = 12_000;

const log = (line: string): void => {
  console.log(line);
};

/**
 * Runs everything there is to prove: npm test [-- --only build,unit,...]
 *
 * Ends with a line "N passed, N failed".
 *
 * @returns the exit code, 1 if anything failed
 */
export async function main(args: readonly string[]): Promise<number> {
  stopWithSignals();
  const stages = chosenStages(args);
  const provisioned = provision(stages.flatMap(({ edition }) => edition ?? []));
  if (stages.every(({ name }) => name !== "build")) await ensureBuilt(log);
  const begin = Date.now();
  const rows: Row[] = [];
  const run = async (stage: Stage): Promise<void> => {
    if (isStopping()) return;
    console.log(`\n=== ${stages.indexOf(stage) + 1}/${stages.length} ${stage.title} (${stage.name})\n`);
    rows.push(await runStage(stage, provisioned));
  };
  for (const stage of stages) await run(stage);
  return printSummary(rows, Date.now() - begin, isStopping()) ? 0 : 1;
}

function stopWithSignals(): void {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    process.on(signal, () => {
      stopProcesses();
      setTimeout(() => process.exit(code), END_MS).unref();
    });
  }
  onAbandoned(() => process.kill(process.pid, "SIGTERM"));
}

function chosenStages(args: readonly string[]): readonly Stage[] {
  const { only } = parseArgs({ args: [...args], options: { only: { type: "string" } } }).values;
  if (only === undefined) return STAGES;
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no stage "${unknown}". Known: ${STAGES.map(({ name }) => name).join(", ")}.`);
  return STAGES.filter(({ name }) => names.includes(name));
}

/**
 * Brings the VS Codes and the browser while the first stages run, since that is mostly waiting for the network.
 *
 * @returns what went wrong, or undefined
 */
async function provision(editions: readonly Edition[]): Promise<unknown> {
  if (editions.length === 0) return undefined;
  try {
    const servers = [...new Set(editions)].map((edition) => provisionServer(edition, log));
    await Promise.all([provisionBrowser(log), ...servers]);
    return undefined;
  } catch (error) {
    return error;
  }
}

async function runStage(stage: Stage, provisioned: Promise<unknown>): Promise<Row> {
  const begin = Date.now();
  const about = (): Pick<Row, "name" | "milliseconds"> => ({ name: stage.name, milliseconds: Date.now() - begin });
  try {
    const trouble = stage.edition === undefined ? undefined : await provisioned;
    if (trouble !== undefined) throw trouble as Error;
    return { ...(await stage.run()), ...about() };
  } catch (error) {
    const failure = describe(error);
    console.log(failure);
    return { passed: 0, failed: 1, failures: [failure], times: [], ...about() };
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}
