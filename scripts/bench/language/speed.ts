import type { Effort } from "../measure/effort.js";
import { Random } from "../measure/random.js";
import { interleave, seriesOf } from "../measure/rounds.js";
import { ratios, summarize } from "../measure/statistics.js";
import { duration, printTable, ratio } from "../measure/table.js";
import type { Contestant } from "./contestant.js";
import type { Contestants } from "./contestants.js";
import { timedGroups, type Group, type Sample } from "./inputs/documents.js";

/** Each contestant works this long at a stretch, in milliseconds; at least on each text once. */
const STRETCH = 20;
const WARM_UP = 300;
/** Texts above this length, in characters, leave more behind than a young generation holds. */
const LARGE = 100_000;

/** Measures the processor time validation takes in this process, from text to diagnostics. */
export async function compareSpeed(contestants: Contestants, { rounds }: Effort): Promise<void> {
  const names = ["ours", "floor", "service", "serviceByType", "parser"] as const;
  const rows: string[][] = [];
  for (const group of timedGroups()) {
    const stretches = new Map<string, number>();
    for (const name of names) stretches.set(name, await warmUp(contestants[name], group));
    const figures = await interleave(
      names,
      isLarge(group.samples) ? rounds(9, 3) : rounds(25, 7),
      new Random(group.samples.length),
      (name) => timeStretch(contestants[name], group.samples, seriesOf(stretches, name)),
    );
    const ours = seriesOf(figures, "ours");
    const median = (name: (typeof names)[number]): string => duration(summarize(seriesOf(figures, name)).median);
    const against = (name: (typeof names)[number]): string => ratio(ratios(ours, seriesOf(figures, name)));
    rows.push([
      `${group.name}, ${group.kind}`,
      ...names.map(median),
      against("floor"),
      against("service"),
      against("serviceByType"),
    ]);
  }
  printTable(
    "Validation of one text: median processor time, and ours divided by the other's in the same round (middle half of the rounds)",
    [
      "text",
      "ours",
      "floor",
      "JSON service",
      "by type",
      "parse alone",
      "ours/floor",
      "ours/JSON service",
      "ours/by type",
    ],
    rows,
  );
}

/** @returns how often to go through the texts in one stretch. */
async function warmUp(contestant: Contestant, { samples }: Group): Promise<number> {
  const start = processorTime();
  let repeats = 0;
  for (; repeats < 3 || processorTime() - start < WARM_UP; repeats++) await timeStretch(contestant, samples, 1);
  const once = await timeStretch(contestant, samples, 3);
  return Math.max(1, Math.round(STRETCH / (once * samples.length)));
}

/** @returns milliseconds for one text, on average. */
async function timeStretch({ check }: Contestant, samples: readonly Sample[], repeats: number): Promise<number> {
  collectGarbage(samples);
  const start = processorTime();
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const { text, variant } of samples) {
      const result = check(text, variant);
      if (result instanceof Promise) await result;
    }
  }
  return (processorTime() - start) / (repeats * samples.length);
}

/** What one contestant left behind must not be cleaned up in the time of the next. */
function collectGarbage(samples: readonly Sample[]): void {
  globalThis.gc?.({ type: isLarge(samples) ? "major" : "minor" });
}

function isLarge(samples: readonly Sample[]): boolean {
  return samples.some(({ text }) => text.length > LARGE);
}

/** Of all threads of this process, in milliseconds: unlike the time on the wall, others at work do not change it. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
