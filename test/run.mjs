// Runs everything there is to prove: node test/run.mjs [--only build,unit,...]
// On a fresh clone it first installs what is needed. Ends with a line "N passed, N failed" and exit code 1 if any failed.

import { parseArgs } from "node:util";

import { onAbandoned } from "../scripts/prepare/abandoned.mjs";
import { ensureBuilt } from "../scripts/prepare/build.mjs";
import { ensureInstalled } from "../scripts/prepare/install.mjs";
import { stopProcesses } from "./stages/run-process.mjs";
import { STAGES } from "./stages/stages.mjs";
import { provisionBrowser, provisionServer } from "./vscode/provision/provision.mjs";

const log = (/** @type {string} */ line) => console.log(line);
const seconds = (/** @type {number} */ since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

for (const [signal, code] of /** @type {const} */ ([
  ["SIGINT", 130],
  ["SIGTERM", 143],
])) {
  process.on(signal, () => {
    stopProcesses();
    process.exitCode = code;
    setTimeout(() => process.exit(code), 12_000).unref();
    stopped = true;
  });
}
onAbandoned(() => process.kill(process.pid, "SIGTERM"));
let stopped = false;

try {
  const stages = chosenStages();
  await ensureInstalled(log);
  const provisioned = provision(stages.flatMap(({ editions = [] }) => editions));
  if (stages.every(({ name }) => name !== "build")) await ensureBuilt(log);
  process.exitCode = (await runAll(stages, provisioned)) ? 0 : 1;
} catch (error) {
  console.error(describe(error));
  console.log("\n0 passed, 1 failed");
  process.exitCode = 1;
}

function chosenStages() {
  const { values } = parseArgs({ options: { only: { type: "string" } } });
  if (values.only === undefined) return STAGES;
  const names = values.only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no stage "${unknown}". Known: ${STAGES.map(({ name }) => name).join(", ")}.`);
  return STAGES.filter(({ name }) => names.includes(name));
}

/**
 * Brings the VS Codes and the browser while the first stages run, since that is mostly waiting for the network.
 *
 * @param {("current" | "oldest")[]} editions
 * @returns {Promise<unknown>} what went wrong, or undefined
 */
async function provision(editions) {
  if (editions.length === 0) return undefined;
  try {
    const bring = [provisionBrowser(log)];
    for (const edition of new Set(editions)) bring.push(provisionServer(edition, log).then(({ main }) => main));
    await Promise.all(bring);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Runs the stages one after the other, all of them even if some fail, and prints the counts.
 *
 * @param {import("./stages/stages.mjs").Stage[]} stages
 * @param {Promise<unknown>} provisioned
 * @returns {Promise<boolean>} whether everything passed
 */
async function runAll(stages, provisioned) {
  const begin = Date.now();
  const rows = [];
  for (const [index, stage] of stages.entries()) {
    if (stopped) break;
    console.log(`\n=== ${index + 1}/${stages.length} ${stage.title} (${stage.name})\n`);
    const since = Date.now();
    const outcome = await runStage(stage, provisioned);
    rows.push({ ...outcome, name: stage.name, time: seconds(since) });
  }
  console.log(`\n=== Summary, ${seconds(begin)}\n`);
  for (const { name, passed, failed, time } of rows) {
    console.log(
      `${failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(14)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${time.padStart(8)}`,
    );
  }
  for (const { name, failures = [] } of rows) {
    for (const failure of failures) console.log(`\n${name}, ${failure}`);
  }
  const passed = rows.reduce((sum, row) => sum + row.passed, 0);
  const failed = rows.reduce((sum, row) => sum + row.failed, 0);
  if (stopped) console.log("\nStopped before the end.");
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && !stopped;
}

/**
 * @param {import("./stages/stages.mjs").Stage} stage
 * @param {Promise<unknown>} provisioned
 */
async function runStage(stage, provisioned) {
  try {
    const trouble = stage.editions ? await provisioned : undefined;
    if (trouble !== undefined) throw trouble;
    return await stage.run();
  } catch (error) {
    console.log(describe(error));
    return { passed: 0, failed: 1, failures: [describe(error)] };
  }
}

function describe(/** @type {unknown} */ error) {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message;
}
