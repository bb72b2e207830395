import { duration, printTable, ratio, interleave, median, rounds } from "../measure.js";
import type { Contestant } from "./contestant.js";
import { documentsOf, KINDS } from "./documents.js";

/** How long a contestant works before the next one, in milliseconds of processor time. It checks each text at least once. */
const STRETCH_MS = 20;
const WARM_UP_MS = 1000;

/** Measures the processor time validation takes in this process, from text to diagnostics. Ours is the first. */
export async function compareSpeed(contestants: readonly Contestant[]): Promise<void> {
  const names = contestants.map(({ name }) => name);
  const rows: string[][] = [];
  for (const kind of KINDS) {
    const texts = documentsOf(kind, true);
    const repeats = new Map<Contestant, number>();
    for (const contestant of contestants) repeats.set(contestant, await warmUp(contestant, texts));
    const measured = await interleave(contestants, rounds(25, 7), (contestant) =>
      timeStretch(contestant, texts, repeats.get(contestant) ?? 1),
    );
    const [ours = [], ...others] = measured;
    rows.push([
      `500 B, ${kind}`,
      ...measured.map((times) => duration(median(times))),
      ...others.map((times) => ratio(ours, times)),
    ]);
  }
  printTable(
    "Validation of one text: median processor time, and ours divided by the other's in the same round (middle half of the rounds)",
    ["text", ...names, ...names.slice(1).map((name) => `ours/${name}`)],
    rows,
  );
}

/** @returns how often to go through the texts in one stretch */
async function warmUp(contestant: Contestant, texts: readonly string[]): Promise<number> {
  const start = processorTime();
  for (let times = 0; times < 3 || processorTime() - start < WARM_UP_MS; times++)
    await timeStretch(contestant, texts, 1);
  const once = await timeStretch(contestant, texts, 3);
  return Math.max(1, Math.round(STRETCH_MS / (once * texts.length)));
}

/** @returns milliseconds for one text, on average */
async function timeStretch({ check }: Contestant, texts: readonly string[], repeats: number): Promise<number> {
  // Otherwise, the garbage of one contestant may be collected in the time of the next.
  globalThis.gc?.({ type: "minor" });
  const start = processorTime();
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const text of texts) {
      const result = check(text);
      if (result instanceof Promise) await result;
    }
  }
  return (processorTime() - start) / (repeats * texts.length);
}

/** Of all threads of this process, in milliseconds. Unlike elapsed time, it doesn't depend on other programs. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
