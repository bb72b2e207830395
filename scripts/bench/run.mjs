// Compares with others at the same work: npm run bench -- [--only language,http,check] [--quick]
// README.md beside this file says what is measured and what the figures mean.

import os from "node:os";
import { parseArgs } from "node:util";

import { onAbandoned } from "../prepare/abandoned.mjs";
import { ensureBuilt } from "../prepare/build.mjs";
import { ensureInstalled } from "../prepare/install.mjs";

const log = (/** @type {string} */ line) => console.log(line);

onAbandoned(() => process.exit(143));
for (const [signal, code] of /** @type {const} */ ([
  ["SIGINT", 130],
  ["SIGTERM", 143],
]))
  process.on(signal, () => process.exit(code));

try {
  const { areas, quick } = readArguments();
  await ensureInstalled(log);
  await ensureBuilt(log);
  const { runArea } = await import("./run-area.mjs");
  const begin = Date.now();
  const [cpu] = os.cpus();
  log(
    `${os.availableParallelism()} cores (${cpu?.model.trim() ?? "unknown"}), Node ${process.versions.node}, ${os.platform()} ${os.arch()}, load ${os.loadavg()[0]?.toFixed(1)}${quick ? ", quick" : ""}`,
  );
  for (const area of areas) await runArea(area, quick);
  log(`\nDone in ${((Date.now() - begin) / 1000).toFixed(0)} s, load ${os.loadavg()[0]?.toFixed(1)}.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function readArguments() {
  const { values } = parseArgs({ options: { only: { type: "string" }, quick: { type: "boolean", default: false } } });
  const known = /** @type {const} */ (["language", "http", "check"]);
  const asked = values.only?.split(",").map((name) => name.trim());
  const wrong = asked?.find((name) => !known.some((area) => area === name));
  if (wrong !== undefined) throw new Error(`There is no benchmark "${wrong}". Known: ${known.join(", ")}.`);
  return { areas: known.filter((area) => asked?.includes(area) ?? true), quick: values.quick };
}
