import type { Random } from "./random.js";

/** The middle of some figures, and how far they spread. */
export interface Summary {
  readonly median: number;
  /** The first and the third quartile. */
  readonly low: number;
  readonly high: number;
}

/** Of two counts, the one to measure with: figures of `--quick` are for a first look, too coarse to be quoted. */
export function rounds(usual: number, quick: number): number {
  return process.argv.includes("--quick") ? quick : usual;
}

/**
 * Measures contestants in turn, in rounds: each once a round, in a new order, so that none always follows the same one.
 *
 * @param measure gives one figure of one contestant
 * @returns the figures of a contestant by round
 */
export async function interleave<Name extends string, Figure>(
  names: readonly Name[],
  count: number,
  random: Random,
  measure: (name: Name) => Promise<Figure>,
): Promise<(name: Name) => readonly Figure[]> {
  const figures = new Map<Name, Figure[]>(names.map((name) => [name, []]));
  for (let round = 0; round < count; round++) {
    for (const name of random.shuffled(names)) figures.get(name)?.push(await measure(name));
  }
  return (name) => figures.get(name) ?? [];
}

/** @throws {RangeError} without any figures */
export function summarize(figures: readonly number[]): Summary {
  return { median: quantile(figures, 0.5), low: quantile(figures, 0.25), high: quantile(figures, 0.75) };
}

/** The ratio of two series, round by round: what disturbs a whole round disturbs both, and leaves their ratio alone. */
export function ratios(series: readonly number[], other: readonly number[]): Summary {
  return summarize(series.map((figure, round) => figure / (other[round] ?? NaN)));
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

/**
 * The figure that this share of all doesn't exceed.
 *
 * @throws {RangeError} without any figures
 */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) throw new RangeError("There are no figures.");
  return below + (above - below) * (position - Math.floor(position));
}
