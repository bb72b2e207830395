import fc from "fast-check";

/** Of two counts, the one to measure with: figures of `--quick` are for a first look, too coarse to be quoted. */
export function rounds(usual: number, quick: number): number {
  return process.argv.includes("--quick") ? quick : usual;
}

/**
 * Measures contestants in turn, in rounds: each once a round, in a new order, so that none always follows the same one.
 *
 * @param measure gives one figure of one contestant
 * @returns the figures of each contestant, by round
 */
export async function interleave<Contestant, Figure>(
  contestants: readonly Contestant[],
  count: number,
  measure: (contestant: Contestant) => Promise<Figure>,
): Promise<readonly (readonly Figure[])[]> {
  const measured = contestants.map((contestant) => ({ contestant, figures: [] as Figure[] }));
  const shuffled = fc.shuffledSubarray(measured, { minLength: measured.length });
  for (const order of fc.sample(shuffled, { seed: 1, numRuns: count }))
    for (const { contestant, figures } of order) figures.push(await measure(contestant));
  return measured.map(({ figures }) => figures);
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

/** Prints a heading and a table: the first column to the left, the others to the right. */
export function printTable(heading: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((column, index) => Math.max(column.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, index) => (index === 0 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join("  ")
      .trimEnd();
  console.log(`\n${heading}\n`);
  for (const row of [columns, widths.map((width) => "-".repeat(width)), ...rows]) console.log(`  ${line(row)}`);
}

/** A duration given in milliseconds, in the unit that suits it. */
export function duration(milliseconds: number): string {
  const significant = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
  if (milliseconds < 1) return `${significant(milliseconds * 1000)} µs`;
  return milliseconds < 10_000 ? `${significant(milliseconds)} ms` : `${significant(milliseconds / 1000)} s`;
}

/**
 * The ratio of two series and, in brackets, where the middle half of the rounds lies. It's taken round by round: what
 * disturbs a whole round disturbs both, and leaves their ratio alone.
 */
export function ratio(series: readonly number[], other: readonly number[] = []): string {
  const ratios = series.map((figure, round) => figure / (other[round] ?? NaN));
  return `${median(ratios).toFixed(2)} (${quantile(ratios, 0.25).toFixed(2)}-${quantile(ratios, 0.75).toFixed(2)})`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)}%`;
}
