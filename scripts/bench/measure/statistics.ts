/** The middle of some figures, and how far they spread. */
export interface Summary {
  readonly median: number;
  /** The first and the third quartile. */
  readonly low: number;
  readonly high: number;
}

/** @throws {Error} RangeError without any figures. */
export function summarize(figures: readonly number[]): Summary {
  return { median: quantile(figures, 0.5), low: quantile(figures, 0.25), high: quantile(figures, 0.75) };
}

/**
 * How one series stands to another, round by round: what disturbs a whole round
 * disturbs both, and leaves their ratio alone.
 */
export function ratios(series: readonly number[], other: readonly number[]): Summary {
  return summarize(series.map((figure, round) => figure / (other[round] ?? NaN)));
}

export function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

/**
 * The figure that this share of all does not exceed.
 * @throws {Error} RangeError without any figures.
 */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  if (below === undefined || above === undefined) throw new RangeError("There are no figures.");
  return below + (above - below) * (position - Math.floor(position));
}
