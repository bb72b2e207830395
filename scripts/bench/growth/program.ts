/** Measures what needs no other process: node axes.cjs [TEXT IN NAMES]. Prints a line of JSON for each axis. */
import { axes } from "./axes.js";
import { measureAxis } from "./axis.js";

/** What takes less is done several times in a row. */
const STRETCH_MS = 10;
/** Until then, most of the code has been compiled. */
const WARM_UP_MS = 300;

const [, , only = ""] = process.argv;

async function main(): Promise<void> {
  for (const axis of axes.filter(({ name }) => name.includes(only))) {
    const work = await axis.prepare(axis.size);
    for (const start = process.cpuUsage(); since(start) < WARM_UP_MS;) await work();
    console.log(JSON.stringify(await measureAxis(axis, timeOf)));
  }
}

/** @returns milliseconds of processor time for doing it once */
async function timeOf(work: () => unknown): Promise<number> {
  globalThis.gc?.({ type: "minor" });
  const start = process.cpuUsage();
  for (let count = 1; ; count++) {
    await work();
    const time = since(start);
    if (time >= STRETCH_MS) return time / count;
  }
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

void main();
