import type { Random } from "./random.js";

/**
 * Measures several contestants in turn, in rounds: each once a round, in an order
 * of its own, so that no one always follows the same one.
 * @param measure gives one figure of one contestant.
 * @returns for each contestant, its figures by round.
 */
export async function interleave<Name extends string, Figure = number>(
  names: readonly Name[],
  rounds: number,
  random: Random,
  measure: (name: Name, round: number) => Promise<Figure>,
): Promise<ReadonlyMap<Name, readonly Figure[]>> {
  const figures = new Map<Name, Figure[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of random.shuffled(names)) figures.get(name)?.push(await measure(name, round));
  }
  return figures;
}

/** The series of one contestant. @throws {Error} Error where there is none. */
export function seriesOf<Name extends string, Series>(figures: ReadonlyMap<Name, Series>, name: Name): Series {
  const series = figures.get(name);
  if (series === undefined) throw new Error(`${name} was not measured.`);
  return series;
}
