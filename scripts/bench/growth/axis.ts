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

/**
 * Measures an axis, and measures again what would be marked: a busy computer can look like growth, and growth stays. The
 * least of all counts.
 * @param measure does the work once. @returns milliseconds of processor time
 */
export async function measureAxis<Work>(
  { name, size, prepare }: Axis<Work>,
  measure: (work: Work) => number | Promise<number>,
): Promise<Growth> {
  const works = [await prepare(size), await prepare(2 * size), await prepare(4 * size)] as const;
  const times = [Infinity, Infinity, Infinity] as [number, number, number];
  for (let attempt = 0; attempt < 4; attempt++) {
    for (let round = 0; round < rounds(3, 1); round++)
      for (const [at, work] of works.entries()) times[at] = Math.min(times[at] ?? Infinity, await measure(work));
    if (!judgeGrowth(times).isMarked) break;
  }
  return { name, size, times };
}
