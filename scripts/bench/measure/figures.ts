import fc from "fast-check";

/** Of two counts, the one to measure with: figures of `--quick` are for a first look, too coarse to be quoted. */
export function rounds(usual: number, quick: number): number {
  return process.argv.includes("--quick") ? quick : usual;
}

/** A contestant and its figures, by round. */
export interface Measured<Contestant, Figure> {
  readonly contestant: Contestant;
  readonly figures: readonly Figure[];
}

/**
 * Measures contestants in turn, in rounds: each once a round, in a new order, so that none always follows the same one.
 *
 * @param measure gives one figure of one contestant
 */
export async function interleave<Contestant, Figure>(
  contestants: readonly Contestant[],
  count: number,
  measure: (contestant: Contestant) => Promise<Figure>,
): Promise<readonly Measured<Contestant, Figure>[]> {
  const measured = contestants.map((contestant) => ({ contestant, figures: [] as Figure[] }));
  const shuffled = fc.shuffledSubarray(measured, { minLength: measured.length });
  for (const order of fc.sample(shuffled, { seed: 1, numRuns: count }))
    for (const { contestant, figures } of order) figures.push(await measure(contestant));
  return measured;
}

export function median(figures: readonly number[]): number {
  return quantile(figures, 0.5);
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

/** The figure that this share of all doesn't exceed. Not a number without any figures. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below = NaN, above = NaN] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return below + (above - below) * (position - Math.floor(position));
}
