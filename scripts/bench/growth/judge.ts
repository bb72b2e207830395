/** A cost that grows with its size grows by 2 if the size doubles; one that's quadratic, by 4. */
const MAX_RATIO = 2.4;

/** How a cost grows while its size doubles twice. */
interface Growth {
  /** The cost for 2n divided by that for n, and for 4n by that for 2n. */
  readonly ratios: readonly [number, number];
  /** Whether it grows faster than its size. */
  readonly isMarked: boolean;
}

/** Judges the costs for n, 2n, and 4n by the last ratio: it shows what's quadratic beside a fixed cost, and no step before it. */
export function judgeGrowth([one, two, four]: readonly [number, number, number]): Growth {
  const ratios = [two / one, four / two] as const;
  return { ratios, isMarked: ratios[1] > MAX_RATIO };
}
