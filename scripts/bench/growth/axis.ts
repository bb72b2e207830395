import { rounds } from "../measure.js";
import { judgeGrowth } from "./judge.js";

/** Something whose cost depends on a size. */
export interface Axis<Work = () => unknown> {
  readonly name: string;
  /** The smallest of three sizes, each twice the one before. */
  readonly size: number;
  /** Prepares a size. @returns the work to be measured, which can be done several times */
  readonly prepare: (size: number) => Work | Promise<Work>;
}

/** What n, 2n, and 4n of an axis cost, in milliseconds of processor time. */
export interface Growth extends Pick<Axis, "name" | "size"> {
  readonly times: readonly [number, number, number];
}

/** With these, the last size is 32 times the first. */
const ATTEMPTS = 4;
/** What takes longer is measured again with the same sizes, instead of larger ones. */
const LONG_MS = 2000;

/**
 * Measures an axis. What would be marked is measured again, with twice the size if that doesn't take long: a busy computer
 * and data that outgrow a cache of the processor look like growth once, and growth stays. The least of all counts.
 * @param measure does the work once. @returns milliseconds of processor time
 */
export async function measureAxis<Work>(
  { name, size, prepare }: Axis<Work>,
  measure: (work: Work) => number | Promise<number>,
): Promise<Growth> {
  const at = async (count: number) => ({ count, work: await prepare(count), time: Infinity });
  let points = [await at(size), await at(2 * size), await at(4 * size)] as const;
  for (let attempt = 1; ; attempt++) {
    for (let round = 0; round < rounds(3, 1); round++)
      for (const point of points) point.time = Math.min(point.time, await measure(point.work));
    const [one, two, four] = points;
    const times = [one.time, two.time, four.time] as const;
    if (attempt === ATTEMPTS || !judgeGrowth(times).isMarked) return { name, size: one.count, times };
    if (four.time < LONG_MS) points = [two, four, await at(2 * four.count)];
  }
}
